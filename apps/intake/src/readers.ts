import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { processorMs } from './processor-time.js';
import type { Answer, Question, Settings } from './reading/main.js';
import { Turns } from './turns.js';

const bundle = fileURLToPath(new URL('reading/main.bundle.js', import.meta.url));

/** A process is replaced after so many questions, so that a leak in it stays small. */
const mostQuestions = 500;
const lookEveryMs = 50;

/** A reader process ended, or did not answer in time. */
export class ReaderTrouble extends Error {
  override readonly name = 'ReaderTrouble';

  constructor(
    sentence: string,
    /** Whether the mail used up its processor time. A retry would fail the same way. */
    readonly isTooMuch = false,
  ) {
    super(sentence);
  }
}

/** The sender's network, and the limits of the work. */
export interface Work {
  network: string;
  /** The remaining processor time of this mail. The reader's use is subtracted. */
  time: { leftMs: number };
  /** Ends the wait for a free reader: the sender has disconnected, or the deadline has passed. */
  over: AbortSignal;
  /**
   * Ends the reading as well: a deadline by the wall clock, for a process that hangs without using the
   * processor.
   */
  late: AbortSignal;
}

/** The processes that read mails, one mail at a time each. A process gets the mail's path and no secret. */
export class Readers {
  private readonly turns: Turns<Reader>;

  constructor(
    count: number,
    private readonly settings: Settings,
    private readonly program = bundle,
  ) {
    this.turns = new Turns(Array.from({ length: count }, () => this.started()));
  }

  /** @throws ReaderTrouble; the reason of `over` */
  async readMail(question: Question, work: Work): Promise<Answer> {
    const reader = await this.turns.takeTurn(work.network, work.over);
    try {
      work.over.throwIfAborted();
      return await reader.ask(question, work);
    } finally {
      this.turns.giveBack(reader.isWorn ? this.renewed(reader) : reader);
    }
  }

  close(): void {
    for (const reader of this.turns.unused) reader.end();
  }

  private renewed(reader: Reader): Reader {
    reader.end();
    return this.started();
  }

  private started(): Reader {
    return new Reader(this.program, this.settings);
  }
}

class Reader {
  private readonly child: ChildProcess;
  private asked = 0;
  private hasEnded = false;

  constructor(program: string, settings: Settings) {
    this.child = fork(program, [JSON.stringify(settings)], {
      env: {},
      execArgv: ['--max-old-space-size=256', '--enable-source-maps'],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child.once('exit', () => {
      this.hasEnded = true;
    });
    this.child.once('error', () => {
      this.hasEnded = true;
    });
  }

  get isWorn(): boolean {
    return this.hasEnded || this.asked >= mostQuestions;
  }

  ask(question: Question, { time, late }: Work): Promise<Answer> {
    this.asked += 1;
    const { child } = this;
    const before = processorMs(child.pid);
    let usedMs = 0;
    return new Promise<Answer>((resolve, reject) => {
      const settle = (work: () => void) => {
        clearInterval(watch);
        late.removeEventListener('abort', tooLate);
        child.off('message', answered).off('exit', ended);
        time.leftMs -= usedMs;
        work();
      };
      const measure = () => {
        usedMs = Math.max(usedMs, processorMs(child.pid) - before);
      };
      const answered = (answer: Answer) => {
        measure();
        settle(() => resolve(answer));
      };
      const giveUp = (trouble: ReaderTrouble) => {
        this.end();
        settle(() => reject(trouble));
      };
      // Its channel may close before its end is reported.
      const ended = () => giveUp(new ReaderTrouble('The process that reads mails ended'));
      const tooLate = () => giveUp(new ReaderTrouble('A mail was not read in time'));
      const watch = setInterval(() => {
        measure();
        if (usedMs > time.leftMs)
          giveUp(new ReaderTrouble('A mail needed too much of the processor to be read', true));
      }, lookEveryMs);
      late.addEventListener('abort', tooLate, { once: true });
      child.once('message', answered).once('exit', ended);
      if (this.hasEnded) ended();
      else child.send(question, (error) => error && ended());
    });
  }

  end(): void {
    this.hasEnded = true;
    this.child.kill('SIGKILL');
  }
}

import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { processorMs } from './processor-time.js';
import type { Answer, Question, Settings } from './reading/main.js';
import { FairPool } from './fair-pool.js';

const bundle = fileURLToPath(new URL('reading/main.bundle.js', import.meta.url));

/** A process is replaced after this number of questions, so that a memory leak in it stays small. */
const mostQuestions = 500;
const measureEveryMs = 50;

/** A reader process ended, or did not answer in time. */
export class ReaderFailure extends Error {
  override readonly name = 'ReaderFailure';

  constructor(
    sentence: string,
    /** The mail used up its processor time. A retry would fail too. */
    readonly isOverBudget = false,
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
  cancelled: AbortSignal;
  /**
   * Also ends the reading. It is a deadline by the wall clock, for a process that hangs without using the
   * processor.
   */
  deadline: AbortSignal;
}

/** The processes that read mails, each one mail at a time. A process gets the mail's path and no secret. */
export class Readers {
  private readonly pool: FairPool<Reader>;

  constructor(
    count: number,
    private readonly settings: Settings,
    private readonly program = bundle,
  ) {
    this.pool = new FairPool(Array.from({ length: count }, () => this.startReader()));
  }

  /** @throws ReaderFailure; the reason of `cancelled` */
  async readMail(question: Question, work: Work): Promise<Answer> {
    const reader = await this.pool.acquire(work.network, work.cancelled);
    try {
      work.cancelled.throwIfAborted();
      return await reader.ask(question, work);
    } finally {
      this.pool.giveBack(reader.needsReplacement ? this.replaceReader(reader) : reader);
    }
  }

  close(): void {
    for (const reader of this.pool.unused) reader.end();
  }

  private replaceReader(reader: Reader): Reader {
    reader.end();
    return this.startReader();
  }

  private startReader(): Reader {
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

  get needsReplacement(): boolean {
    return this.hasEnded || this.asked >= mostQuestions;
  }

  ask(question: Question, { time, deadline }: Work): Promise<Answer> {
    this.asked += 1;
    const { child } = this;
    const before = processorMs(child.pid);
    let usedMs = 0;
    return new Promise<Answer>((resolve, reject) => {
      const settle = (work: () => void) => {
        clearInterval(watch);
        deadline.removeEventListener('abort', onDeadline);
        child.off('message', onMessage).off('exit', onExit);
        time.leftMs -= usedMs;
        work();
      };
      const measure = () => {
        usedMs = Math.max(usedMs, processorMs(child.pid) - before);
      };
      const onMessage = (answer: Answer) => {
        measure();
        settle(() => resolve(answer));
      };
      const fail = (failure: ReaderFailure) => {
        this.end();
        settle(() => reject(failure));
      };
      // The channel of an ended process may close before `exit` is emitted.
      const onExit = () => fail(new ReaderFailure('The process that reads mails has ended'));
      const onDeadline = () => fail(new ReaderFailure('A mail was not read in time'));
      const watch = setInterval(() => {
        measure();
        if (usedMs > time.leftMs) fail(new ReaderFailure('A mail used up its processor time', true));
      }, measureEveryMs);
      deadline.addEventListener('abort', onDeadline, { once: true });
      child.once('message', onMessage).once('exit', onExit);
      if (this.hasEnded) onExit();
      else child.send(question, (error) => error && onExit());
    });
  }

  end(): void {
    this.hasEnded = true;
    this.child.kill('SIGKILL');
  }
}

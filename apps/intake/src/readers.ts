import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { limits } from './limits.js';
import type { Answer, Question, Settings } from './reading/main.js';

const program = fileURLToPath(new URL('reading/main.bundle.js', import.meta.url));

/** After so many questions a process makes way for a new one, so that nothing in it grows for ever. */
const mostQuestions = 500;

/** A process that reads mails did not answer in time, or ended. */
export class ReaderTrouble extends Error {
  override readonly name = 'ReaderTrouble';
}

/** Processes that read mails, one mail at a time each. They are told nothing but where it lies. */
export class Readers {
  private readonly idle: Reader[] = [];
  private readonly waiting: ((reader: Reader) => void)[] = [];

  constructor(
    count: number,
    private readonly settings: Settings,
  ) {
    for (let number = 0; number < count; number += 1) this.idle.push(new Reader(settings));
  }

  /** @throws ReaderTrouble */
  async ask(question: Question): Promise<Answer> {
    const reader = this.idle.pop() ?? (await new Promise<Reader>((resolve) => this.waiting.push(resolve)));
    try {
      return await reader.ask(question);
    } finally {
      this.giveBack(reader.isWorn ? this.renewed(reader) : reader);
    }
  }

  close(): void {
    for (const reader of this.idle) reader.end();
  }

  private giveBack(reader: Reader): void {
    const next = this.waiting.shift();
    if (next) next(reader);
    else this.idle.push(reader);
  }

  private renewed(reader: Reader): Reader {
    reader.end();
    return new Reader(this.settings);
  }
}

class Reader {
  private readonly child: ChildProcess;
  private asked = 0;
  private hasEnded = false;

  constructor(settings: Settings) {
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

  ask(question: Question): Promise<Answer> {
    this.asked += 1;
    const { child } = this;
    return new Promise<Answer>((resolve, reject) => {
      const settle = (work: () => void) => {
        clearTimeout(late);
        child.off('message', answered).off('exit', ended);
        work();
      };
      const answered = (answer: Answer) => settle(() => resolve(answer));
      const ended = () => settle(() => reject(new ReaderTrouble('The process that reads mails ended')));
      const late = setTimeout(() => {
        this.end();
        settle(() => reject(new ReaderTrouble('A mail could not be read in time')));
      }, limits.readMs);
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

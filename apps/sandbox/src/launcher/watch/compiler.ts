import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../../checkout.js';
import { Child } from '../../processes/child.js';
import { hasPrinted, untilReady } from '../../processes/ready.js';
import type { Part } from '../parts/part.js';
import { CompilerRounds, type Round } from './compiler-rounds.js';

const LOOK_AGAIN_MS = 100;
const PROJECTS = [
  'apps/core',
  'apps/converter',
  'apps/operator',
  'apps/sandbox',
  'printer-agent',
  'libs/theme',
];

/** One compiler for all processes and the libraries they share. Gives what it prints, from its first round on. */
export const compiler: Part<CompilerLog> = {
  name: 'compiler',
  ports: [],
  data: [],
  needs: [],
  async start(place) {
    const logFile = place.logFile('compiler');
    let log: CompilerLog | undefined;
    await place.keepRunning('compiler', async () => {
      const child = Child.start({
        name: 'compiler',
        program: process.execPath,
        args: [
          join(checkout, 'node_modules/typescript/bin/tsc'),
          ...['-b', '--watch', '--preserveWatchOutput', '--pretty', 'false'],
          ...PROJECTS.map((project) => join(checkout, project)),
        ],
        logFile,
      });
      log ??= new CompilerLog(logFile);
      await untilReady(child, hasPrinted('Watching for file changes'), 600_000);
      return child;
    });
    if (log === undefined) throw new Error('The compiler was not started.');
    return log;
  },
};

/** The compiler's log file from its present end on. */
class CompilerLog {
  private readonly rounds = new CompilerRounds();
  private readonly file: number;
  private offset: number;

  constructor(path: string) {
    this.file = openSync(path, 'r');
    this.offset = fstatSync(this.file).size;
  }

  /** Calls for each round that ends from now on, one after the other, for as long as this process lives. */
  follow(onRound: (round: Round) => Promise<void>): void {
    const look = async () => {
      for (const round of this.rounds.read(this.readOn())) await onRound(round);
      setTimeout(() => void look(), LOOK_AGAIN_MS).unref();
    };
    void look();
  }

  close(): void {
    closeSync(this.file);
  }

  private readOn(): string {
    const { size } = fstatSync(this.file);
    const piece = Buffer.alloc(Math.max(0, size - this.offset));
    this.offset += readSync(this.file, piece, 0, piece.length, this.offset);
    return piece.toString('utf8');
  }
}

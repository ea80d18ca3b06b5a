import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { answersLiveSeconds, type Kept } from './kept.js';

/** A file with one line for each state of each object. The last line of an object is its present state. */
export class KeptFile {
  constructor(private readonly path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  }

  read(): Kept[] {
    if (!existsSync(this.path)) return [];
    const lines = readFileSync(this.path, 'utf8').split('\n');
    // A power cut leaves the last line incomplete. Its request got no answer, so the line is dropped.
    return lines.slice(0, -1).map((line) => JSON.parse(line) as Kept);
  }

  /** Rewrites the file with each object once. Answers that are too old to be repeated are dropped. */
  compact(objects: Iterable<Kept>): void {
    const oldest = Date.now() / 1_000 - answersLiveSeconds;
    const kept = [...objects].filter((object) => object.object !== 'answer' || object.created > oldest);
    writeFileSync(`${this.path}.new`, kept.map(lineOf).join(''), { mode: 0o600 });
    renameSync(`${this.path}.new`, this.path);
  }

  add(object: Kept): void {
    appendFileSync(this.path, lineOf(object));
  }
}

function lineOf(object: Kept): string {
  return `${JSON.stringify(object)}\n`;
}

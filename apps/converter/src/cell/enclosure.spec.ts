import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { strongestEnclosure } from './enclosure.js';
import { treesOf } from './process-trees.js';

const logger = pino({ level: 'silent' });

let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'sixpence-enclosure-'));
});
afterEach(() => rm(scratch, { recursive: true }));

test.each(['plain', 'two words', "somebody's", 'back\\slash', '#1'])(
  'a given place is visible at its own path, also in a folder "%s"',
  async (name) => {
    const place = join(scratch, name);
    await mkdir(place);
    await writeFile(join(place, 'given'), '');
    const probe = { command: ['test', '-f', join(place, 'given')], places: [place], environment: () => ({}) };
    await expect(strongestEnclosure(probe, { logger })).resolves.toBeInstanceOf(Function);
    await expect(strongestEnclosure({ ...probe, places: [] }, { logger })).rejects.toThrow(/FENCE/);
  },
);

test('all mounts are read-only, except for the folder', async () => {
  const probe = { command: ['true'], places: [scratch], environment: () => ({}) };
  const shutIn = await strongestEnclosure(probe, { logger });
  const child = spawn('env', [...shutIn(scratch), 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write('inside');
  await once(child.stdout, 'data');
  const writable = await writableMounts(child.pid!);
  child.stdin.end();
  await once(child, 'exit');
  expect(writable).toEqual([scratch, `${scratch}/proc`]);
});

/**
 * Of the new namespace, as seen by its first process: children see only the folder. Files below another mount
 * cannot be reached.
 */
async function writableMounts(pid: number): Promise<string[]> {
  const own = await readlink('/proc/self/ns/mnt');
  const isOutside = async (id: number) => (await readlink(`/proc/${id}/ns/mnt`)) === own;
  for (const [inside, { parent }] of treesOf([pid])) {
    if ((await isOutside(inside)) || !(await isOutside(parent))) continue;
    const mounts = (await readFile(`/proc/${inside}/mountinfo`, 'utf8')).trimEnd().split('\n');
    const topmost = new Map(mounts.map((line) => [line.split(' ')[4] ?? '', line.split(' ')[5] ?? '']));
    return [...topmost].flatMap(([place, options]) => (options.startsWith('ro') ? [] : place));
  }
  throw new Error('No process is in a namespace of its own');
}

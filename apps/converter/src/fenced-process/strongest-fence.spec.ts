import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { strongestFence } from './strongest-fence.js';
import { treesOf } from './process-trees.js';

const logger = pino({ level: 'silent' });

let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'sixpence-strongest-fence-'));
});
afterEach(() => rm(scratch, { recursive: true }));

test.each(['plain', 'two words', "an owner's", 'back\\slash', '#1'])(
  'a given folder is visible behind the fence at its own path, also below a folder "%s"',
  async (name) => {
    const place = join(scratch, name);
    await mkdir(place);
    await writeFile(join(place, 'given'), '');
    const probe = { command: ['test', '-f', join(place, 'given')], places: [place], environment: () => ({}) };
    await expect(strongestFence(probe, { logger })).resolves.toBeInstanceOf(Function);
    await expect(strongestFence({ ...probe, places: [] }, { logger })).rejects.toThrow(/FENCE/);
  },
);

test('all mounts are read-only, except for the folder', async () => {
  const probe = { command: ['true'], places: [scratch], environment: () => ({}) };
  const fenceCommand = await strongestFence(probe, { logger });
  const child = spawn('env', [...fenceCommand(scratch), 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write('inside');
  await once(child.stdout, 'data');
  const writable = await writableMounts(child.pid!);
  child.stdin.end();
  await once(child, 'exit');
  expect(writable).toEqual([scratch, `${scratch}/proc`]);
});

/**
 * The writable mounts of the new namespace, as its first process sees them: children see only the folder. Of
 * several mounts at one path only the topmost counts, because the files below it cannot be reached.
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

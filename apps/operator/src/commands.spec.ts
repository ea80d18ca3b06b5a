import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const folder = import.meta.dirname;
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

/** Every command by the name of its constant. */
const written = globSync('commands/**/*.ts', { cwd: folder }).flatMap((file) =>
  [...read(file).matchAll(/^export const (\w+): Command = /gm)].map(([, name = '']) => name),
);

/** The commands in the list of commands. */
function namesInList(): string[] {
  const [, list = ''] = /commands: Command\[\] = \[([^\]]+)\]/.exec(read('commands.ts')) ?? [];
  return list.split(',').flatMap((name) => name.trim() || []);
}

test('every command is in the list of commands', () => {
  expect(written.length).toBeGreaterThan(10);
  expect(namesInList().sort()).toEqual(written.sort());
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../process/checkout.mjs';

/** The programs of the service, as nest-cli.json lists them. */
export const { projects } = JSON.parse(readFileSync(join(checkout, 'nest-cli.json'), 'utf8'));

/** The entry files of child processes that a program starts. */
const childProcesses = { converter: ['fence/inside'], intake: ['reading/main'] };

/** The compiled files that start each program and its child processes. */
export const programs = Object.fromEntries(
  Object.entries(projects).map(([name, { root, entryFile }]) => [
    name,
    [entryFile, ...(childProcesses[name] ?? [])].map((file) => `${root}/dist/${file}.js`),
  ]),
);

/** The bundle of a program: one file with everything that it imports. */
export function bundleOf(program) {
  return program.replace(/\.js$/, '.bundle.js');
}

/** The licences of the packages in the bundle of a program. */
export function noticesBeside(program) {
  return program.replace(/\.js$/, '.notices.txt');
}

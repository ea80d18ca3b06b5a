import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';

/** What programs need to run at all; nothing of it is secret. */
const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_EXTRA_CA_CERTS'];

/**
 * Takes everything that this process was started with out of its environment, but what programs need to run: it was read,
 * and passwords are among it. The kernel shows the environment of a process to others of its user for as long as it
 * lives, from the process's own memory (proc(5), fields 50 and 51 of stat), so the values are overwritten there.
 * @throws Error when a value can still be seen
 */
export function forgetEnvironment(): void {
  const values = Object.keys(process.env).filter((name) => !kept.includes(name));
  for (const name of values) Reflect.deleteProperty(process.env, name);
  const { start, length } = placeOfEnvironment();
  const memory = openSync('/proc/self/mem', 'r+');
  try {
    const text = Buffer.alloc(length);
    readSync(memory, text, 0, length, start);
    for (const [from, to] of valuesIn(text))
      writeSync(memory, Buffer.alloc(to - from), 0, to - from, start + from);
  } finally {
    closeSync(memory);
  }
  const left = readFileSync('/proc/self/environ');
  if (valuesIn(left).length > 0) throw new Error('The environment of this process can still be seen');
}

function placeOfEnvironment(): { start: number; length: number } {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  // The name in field 2 may hold anything, so fields are counted from field 3 on.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [start, end] = [Number(fields[50 - 3]), Number(fields[51 - 3])];
  return { start, length: end - start };
}

/** Where the values of other variables than those kept lie, from and to; of each `NAME=value\0`. */
function valuesIn(environment: Buffer): [number, number][] {
  const found: [number, number][] = [];
  for (let at = 0; at < environment.length;) {
    const end = environment.indexOf(0, at);
    const to = end < 0 ? environment.length : end;
    const equals = environment.indexOf('=', at);
    const name = environment.toString('latin1', at, equals < 0 ? to : Math.min(equals, to));
    const from = at + name.length + 1;
    if (!kept.includes(name) && from < to) found.push([from, to]);
    at = to + 1;
  }
  return found;
}

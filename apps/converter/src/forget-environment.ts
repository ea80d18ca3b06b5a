import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';

/** Variables that programs need to run. They hold no secret. */
const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_EXTRA_CA_CERTS'];

/**
 * Removes all variables from the environment of this process except those that programs need. The settings
 * were read before, and passwords are among them. The kernel shows the environment of a process to other
 * processes of the same user, from the process's own memory (proc(5), fields 50 and 51 of stat), so the
 * values are overwritten there.
 * @throws Error when a value can still be read
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
  if (valuesIn(left).length > 0) throw new Error('The environment of this process can still be read');
}

function placeOfEnvironment(): { start: number; length: number } {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  // The name in field 2 may hold any character, so fields are counted from field 3 on.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [start, end] = [Number(fields[50 - 3]), Number(fields[51 - 3])];
  return { start, length: end - start };
}

/** Start and end of the values of all variables except `kept`, in `NAME=value\0` entries. */
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

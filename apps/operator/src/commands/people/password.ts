import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import { UsageError } from '../../command.js';

/** The longest password that the sign-in accepts. */
const longestPassword = 1_024;

interface Terminal {
  input: Readable & { isTTY?: boolean };
  output: Writable;
}

/**
 * Reads a password: typed without echo, or the first line of a pipe. It is not an argument of the command,
 * because every user of the machine can read arguments in the list of processes.
 * @throws UsageError when there is none, or when it is too long to sign in with
 */
export async function readPassword({ input, output }: Terminal = defaultTerminal()): Promise<string> {
  const isTyped = input.isTTY === true;
  if (isTyped) output.write('Password: ');
  // The echo of the typed characters is discarded.
  const reader = createInterface({ input, output: discardingOutput(), terminal: isTyped });
  try {
    const { value } = await reader[Symbol.asyncIterator]().next();
    if (value === undefined || value === '')
      throw new UsageError('The password is missing: type it, or pipe it in');
    if (value.length > longestPassword) throw new UsageError('The password is too long');
    return value;
  } finally {
    reader.close();
    if (isTyped) output.write('\n');
  }
}

function defaultTerminal(): Terminal {
  return { input: process.stdin, output: process.stderr };
}

function discardingOutput(): Writable {
  return new Writable({
    write(_piece, _encoding, done) {
      done();
    },
  });
}

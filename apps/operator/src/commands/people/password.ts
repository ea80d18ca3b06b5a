import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import { UsageError } from '../../command.js';

/** The longest one that people can sign in with. */
const longestPassword = 1_024;

interface Terminal {
  input: Readable & { isTTY?: boolean };
  output: Writable;
}

/**
 * A password for somebody: typed without being shown, or the first line of what is piped in. It is not taken from the
 * command's words, which everybody on the machine can read in the list of processes.
 * @throws UsageError when there is none, or one that nobody could sign in with
 */
export async function readPassword({ input, output }: Terminal = usual()): Promise<string> {
  const isTyped = input.isTTY === true;
  if (isTyped) output.write('Password: ');
  // What is typed is echoed to a place that shows nothing.
  const reader = createInterface({ input, output: silence(), terminal: isTyped });
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

function usual(): Terminal {
  return { input: process.stdin, output: process.stderr };
}

function silence(): Writable {
  return new Writable({
    write(_piece, _encoding, done) {
      done();
    },
  });
}

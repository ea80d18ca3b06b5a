import { isDeepStrictEqual } from 'node:util';
import { decodeMessage } from '../codec/decode.js';
import { encodeMessage } from '../codec/encode.js';
import { IppError } from '../errors.js';
import { jobOf, jobsOf } from '../job-status.js';
import type { Message } from '../codec/message.js';
import { printerAttributesOf } from '../printer-status.js';
import type { Reply } from '../reply.js';
import { statusError } from '../status-error.js';
import { realReplies, reply } from './replies.js';
import { mutate, seededNumbers } from './seeded.js';

/**
 * Decodes seeded mutations of all real replies, and prints the counts of `tally` as JSON:
 * `node … <seed> <count>`. Runs as a process of its own with a small heap, because a process cannot catch its
 * own out-of-memory error.
 */
const [seed = 1, count = 10_000] = process.argv.slice(2).map(Number);
const below = seededNumbers(seed);
const replies = realReplies().map((name) => reply(name));
const tally = { mutations: 0, decoded: 0, refused: 0, truncations: 0, truncationsAccepted: 0, changed: 0 };

/** @returns undefined when the decoder refuses with an `IppError`; any other error ends the process */
function decoded(bytes: Buffer): Message | undefined {
  try {
    return decodeMessage(bytes);
  } catch (error) {
    if (error instanceof IppError && error.kind === 'garbage') return undefined;
    throw error;
  }
}

/** Interprets an accepted reply with each reader of the client. A reader may only fail with "garbage". */
function interpret(accepted: Reply): void {
  for (const read of [printerAttributesOf, jobOf, jobsOf, statusError]) {
    try {
      read(accepted);
    } catch (error) {
      if (!(error instanceof IppError) || error.kind !== 'garbage') throw error;
    }
  }
}

function anyReply(): Buffer {
  return replies[below(replies.length)] ?? Buffer.alloc(0);
}

for (; tally.mutations < count; tally.mutations += 1) {
  const original = anyReply();
  const message = decoded(mutate(original, anyReply(), below));
  if (message) tally.decoded += 1;
  else tally.refused += 1;
  if (message) interpret({ message, bytes: original });
  // Encoding a decoded message, and decoding the result, must give the same message.
  if (message && !isDeepStrictEqual(decoded(encodeMessage(message)), message)) tally.changed += 1;

  const cut = original.subarray(0, below(original.length));
  tally.truncations += 1;
  if (decoded(cut)) tally.truncationsAccepted += 1;
}
process.stdout.write(JSON.stringify(tally));

/** The texts of the TXT records, by domain name in lower case. */
export type Zone = Readonly<Record<string, readonly string[]>>;

const TXT = 16;
const headBytes = 12;
const longestText = 255;

/**
 * The answer to a DNS question (RFC 1035, section 4): the zone's TXT records. A known name has no records of
 * other types. An unknown name gets `no such name`, unless a known name lies below it.
 * @returns undefined when the message is no question
 */
export function answerTo(message: Buffer, zone: Zone): Buffer | undefined {
  const question = questionOf(message);
  if (!question) return undefined;
  const texts = zone[question.name];
  const isKnown = Object.keys(zone).some(
    (name) => name === question.name || name.endsWith(`.${question.name}`),
  );
  const records = question.type === TXT ? (texts ?? []).map(recordOf) : [];
  const head = Buffer.alloc(headBytes);
  message.copy(head, 0, 0, 2);
  // Flags: response, authoritative; the flag "recursion desired" is copied from the question.
  head.writeUInt16BE(0x8400 | (message.readUInt16BE(2) & 0x0100) | (isKnown ? 0 : 3), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, message.subarray(headBytes, question.end), ...records]);
}

interface Question {
  name: string;
  type: number;
  end: number;
}

function questionOf(message: Buffer): Question | undefined {
  if (message.length < headBytes || message.readUInt16BE(4) !== 1) return undefined;
  const labels: string[] = [];
  let at = headBytes;
  for (let length = message[at]; length !== undefined && length > 0; length = message[at]) {
    if (length > 63) return undefined;
    labels.push(message.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  const end = at + 5;
  if (end > message.length) return undefined;
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end };
}

/** A record for the name in the question, with a time to live of 0. */
function recordOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += longestText) {
    const piece = bytes.subarray(at, at + longestText);
    pieces.push(Buffer.from([piece.length]), piece);
  }
  const data = Buffer.concat(pieces);
  const head = Buffer.from([0xc0, headBytes, 0, TXT, 0, 1, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/**
 * A message on a pipe: two lengths (32 bit, big endian), a JSON header, and bytes. The reader trusts nothing,
 * because a document may have taken over the writer.
 */
export interface Frame {
  header: unknown;
  bytes: Buffer;
}

/** The other side sent an invalid frame, or too many bytes. */
export class BadFrame extends Error {
  override readonly name = 'BadFrame';
}

const lengthsBytes = 8;
const maxHeaderBytes = 64 * 1024;

export function encodeFrame(header: object, bytes: Uint8Array = new Uint8Array(0)): Buffer[] {
  const json = Buffer.from(JSON.stringify(header));
  const lengths = Buffer.alloc(lengthsBytes);
  lengths.writeUInt32BE(json.length, 0);
  lengths.writeUInt32BE(bytes.length, 4);
  return [lengths, json, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)];
}

/** How many bytes the other side may send: in one frame, and from now on. Each frame reduces `remaining`. */
export interface Allowance {
  remaining: number;
  readonly each: number;
}

/** @throws BadFrame when a frame is malformed, truncated, or larger than the allowance */
export async function* decodeFrames(
  source: AsyncIterable<Buffer>,
  allowance: Allowance,
): AsyncGenerator<Frame, void> {
  const pieces = new Pieces(source);
  for (;;) {
    const lengths = await pieces.takeBytes(lengthsBytes);
    if (lengths === undefined) return;
    const headerBytes = lengths.readUInt32BE(0);
    const bodyBytes = lengths.readUInt32BE(4);
    allowance.remaining -= headerBytes + bodyBytes;
    if (headerBytes > maxHeaderBytes || bodyBytes > allowance.each || allowance.remaining < 0)
      throw new BadFrame('More than was agreed');
    const header = await pieces.takeBytes(headerBytes);
    const bytes = await pieces.takeBytes(bodyBytes);
    if (header === undefined || bytes === undefined) throw new BadFrame('Cut off in the middle');
    yield { header: parseJson(header), bytes };
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (cause) {
    throw new BadFrame('Not JSON', { cause });
  }
}

/** Reads a stream by byte counts. It copies bytes once, even if they arrived in many pieces. */
class Pieces {
  private readonly iterator: AsyncIterator<Buffer>;
  private held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.iterator = source[Symbol.asyncIterator]();
  }

  /**
   * @returns undefined when the stream ended before the first of these bytes
   * @throws BadFrame when it ended after some of them
   */
  async takeBytes(count: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      if (this.held.length === 0) {
        const next = await this.iterator.next();
        if (next.done) {
          if (missing === count) return undefined;
          throw new BadFrame('Cut off in the middle');
        }
        this.held = next.value;
      }
      const part = this.held.subarray(0, missing);
      parts.push(part);
      missing -= part.length;
      this.held = this.held.subarray(part.length);
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, count);
  }
}

import { IppError } from '../errors.js';

/** RFC 8010 defines lengths as SIGNED-SHORT, so a larger number is malformed. */
export const longestField = 0x7fff;

/**
 * Reads a reply from front to back. Reading past the end of the reply throws an error; it never returns an
 * empty value.
 */
export class ByteReader {
  private readonly view: DataView;
  private offset = 0;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The error for the bytes at the cursor. It names the position, never the content. */
  garbage(problem: string): IppError {
    return new IppError('garbage', `the reply is malformed at byte ${this.offset}: ${problem}`, {
      reply: this.bytes,
    });
  }

  uint8(): number {
    return this.view.getUint8(this.advance(1));
  }

  uint16(): number {
    return this.view.getUint16(this.advance(2));
  }

  int32(): number {
    return this.view.getInt32(this.advance(4));
  }

  peekUint8(): number {
    const byte = this.uint8();
    this.offset -= 1;
    return byte;
  }

  /** Returns a copy, so that a kept value does not keep the whole reply in memory. */
  takeBytes(length: number): Uint8Array {
    const start = this.advance(length);
    return this.bytes.slice(start, start + length);
  }

  /** Reads a two-byte length and that many bytes. */
  takeField(): Uint8Array {
    const length = this.uint16();
    if (length > longestField) throw this.garbage('a length is negative');
    return this.takeBytes(length);
  }

  private advance(length: number): number {
    const start = this.offset;
    if (length > this.bytes.byteLength - start) throw this.garbage('it ends too early');
    this.offset = start + length;
    return start;
  }
}

import { fileTypeNamed } from '@sixpence/contracts/file-types';

const anyByte = '?'.charCodeAt(0);

/** Whether the bytes begin like the stated type. Nothing is parsed. */
export function isContentOf(mediaType: string, bytes: Buffer): boolean {
  const { begins = [], beginsWithin = 0 } = fileTypeNamed(mediaType) ?? {};
  return begins.some((beginning) => {
    const last = Math.min(bytes.length, Math.max(beginsWithin, beginning.length)) - beginning.length;
    for (let at = 0; at <= last; at += 1) if (standsAt(bytes, at, beginning)) return true;
    return false;
  });
}

function standsAt(bytes: Buffer, at: number, beginning: string): boolean {
  const expected = Buffer.from(beginning, 'latin1');
  return expected.every((byte, index) => byte === anyByte || bytes[at + index] === byte);
}

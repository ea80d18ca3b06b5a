import type { ImportFilter } from '@sixpence/contracts/file-types';
import { Unconvertible } from '../unconvertible.js';

const [open, close, backslash] = [0x7b, 0x7d, 0x5c];

/**
 * Checks that a rich text file is complete, which means that all its groups are closed. LibreOffice would
 * print a truncated file as far as it goes.
 * @throws Unconvertible `damaged`
 */
export function inspectRtf(bytes: Buffer): ImportFilter {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === backslash) at += skipped(bytes, at);
    else if (byte === open) depth += 1;
    else if (byte === close) {
      depth -= 1;
      if (depth <= 0) return 'Rich Text Format';
    }
  }
  throw new Unconvertible('damaged');
}

/** The length of a control after its backslash: one byte, or the length that `\binN` announces. */
function skipped(bytes: Buffer, at: number): number {
  const binary = /^\\bin(\d{1,9}) ?/.exec(bytes.toString('latin1', at, at + 16));
  return binary ? binary[0].length - 1 + Number(binary[1]) : 1;
}

import type { Field } from '../automatic.js';
import { limits } from '../limits.js';

const endOfHead = Buffer.from('\r\n\r\n');

/** The fields at the beginning of a mail, unfolded (RFC 5322, 2.2.3), and where its body begins. */
export interface Head {
  fields: Field[];
  bodyAt: number;
}

/** Undefined when the head is longer than any head is. */
export function headOf(mail: Buffer): Head | undefined {
  const end = mail.subarray(0, limits.headBytes + endOfHead.length).indexOf(endOfHead);
  if (end < 0 && mail.length > limits.headBytes) return undefined;
  const text = mail.subarray(0, end < 0 ? mail.length : end).toString('utf8');
  const lines = text.replace(/\r\n(?=[ \t])/g, '').split('\r\n');
  const fields = lines
    .filter((line) => line.includes(':'))
    .map((line) => ({ key: line.slice(0, line.indexOf(':')).trim().toLowerCase(), line }));
  return { fields, bodyAt: end < 0 ? mail.length : end + endOfHead.length };
}

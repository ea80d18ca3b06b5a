import { open } from 'node:fs/promises';
import type { Field } from '../automatic.js';
import { limits } from '../limits.js';

const endOfHead = Buffer.from('\r\n\r\n');

/** The fields at the beginning of a mail, unfolded (RFC 5322, 2.2.3), and the offset of its body. */
export interface Head {
  fields: Field[];
  bodyAt: number;
}

/**
 * Parses the head of a mail. Undefined when the head, its lines, a field, or the number of signatures exceed
 * their limits: later steps take time that grows with the square of them.
 * @param mail the beginning of the mail, at least as long as the longest head with its end
 */
export function headOf(mail: Buffer): Head | undefined {
  const end = mail.subarray(0, limits.headBytes + endOfHead.length).indexOf(endOfHead);
  if (end < 0 && mail.length > limits.headBytes) return undefined;
  const text = mail.subarray(0, end < 0 ? mail.length : end).toString('utf8');
  if (text.split('\r\n', limits.headLines + 1).length > limits.headLines) return undefined;
  const lines = text.replace(/\r\n(?=[ \t])/g, '').split('\r\n');
  if (lines.some((line) => line.length > limits.fieldBytes)) return undefined;
  const fields = lines
    .filter((line) => line.includes(':'))
    .map((line) => ({ key: line.slice(0, line.indexOf(':')).trim().toLowerCase(), line }));
  if (fields.filter(({ key }) => key === 'dkim-signature').length > limits.signatures) return undefined;
  return { fields, bodyAt: end < 0 ? mail.length : end + endOfHead.length };
}

/** The head of the mail in a file. Only the beginning of the file is read. */
export async function headIn(mail: string): Promise<Head | undefined> {
  await using file = await open(mail);
  const { buffer, bytesRead } = await file.read({
    buffer: Buffer.alloc(limits.headBytes + endOfHead.length),
  });
  return headOf(buffer.subarray(0, bytesRead));
}

import { randomInt } from 'node:crypto';

/** Of every code that a person types: the one for a printer, the one from a mail. */
export const codeDigits = 6;

/** Six digits from the system's random source, each code as likely as any other. */
export function drawSixDigits(): string {
  return randomInt(10 ** codeDigits)
    .toString()
    .padStart(codeDigits, '0');
}

export function isSixDigits(text: string): boolean {
  return /^[0-9]{6}$/.test(text);
}

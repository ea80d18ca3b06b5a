import { randomInt } from 'node:crypto';

/** The length of every code that a person types, such as print codes and mailed codes. */
export const codeDigits = 6;

/** Draws a code from the system's random source. All codes are equally likely. */
export function drawSixDigits(): string {
  return randomInt(10 ** codeDigits)
    .toString()
    .padStart(codeDigits, '0');
}

export function isSixDigits(text: string): boolean {
  return /^[0-9]{6}$/.test(text);
}

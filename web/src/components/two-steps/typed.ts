import { isGoodPassword } from '@sixpence/contracts/password-rules';

const codeDigits = 6;

/** What is left of what was typed or pasted into the field of a code. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, codeDigits);
}

export function isWholeCode(code: string): boolean {
  return code.length === codeDigits;
}

/** Whether the second step can go on. */
export function isComplete(typed: { code: string; password: string; confirmation: string }): boolean {
  const { code, password, confirmation } = typed;
  return isWholeCode(code) && isGoodPassword(password) && password === confirmation;
}

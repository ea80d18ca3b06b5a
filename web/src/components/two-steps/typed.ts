import { isGoodPassword } from '@sixpence/contracts/password-rules';

const codeDigits = 6;

/** The digits in a text that was typed or pasted, six at most. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, codeDigits);
}

export function isWholeCode(code: string): boolean {
  return code.length === codeDigits;
}

/** Whether the input of the second step can be submitted. */
export function isComplete(typed: { code: string; password: string; confirmation: string }): boolean {
  const { code, password, confirmation } = typed;
  return isWholeCode(code) && isGoodPassword(password) && password === confirmation;
}

import { inLanguage } from '@sixpence/theme/language';
import type { Key } from './keypad-input.js';

/** Texts of the keypad. The texts of refusals are in `refusal-words.ts`. */
export const keypadWords = inLanguage('keypadWords', {
  title: 'Enter your code',
  digits: 'The code you type',
  keys: 'Digits',
  clear: 'Clear',
  login: 'LOGIN',
  scan: 'Scan instead',
  hint: 'Six digits, from your dashboard.',
  checking: { sentence: 'Checking your code', advice: 'One moment.' },
});

/** The names of keys that are not digits. */
export const keyNames = inLanguage<Partial<Record<Key, string>>>('keyNames', {
  backspace: 'Delete the last digit',
  clear: 'Clear',
});

/** The advice after too many wrong codes. */
export const pauseAdvice = inLanguage('pauseAdvice', (seconds: number): string => {
  return seconds > 0 ? `Please wait ${seconds} s, then try again.` : 'You can try again now.';
});

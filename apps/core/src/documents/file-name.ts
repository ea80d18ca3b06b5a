import { Refusal } from '@sixpence/contracts/refusals';

const maxNameLength = 255;

/**
 * A file's name as its owner sees it. Odd names are kept, and shown escaped; no name is ever used as a path.
 * Characters that change the writing direction are removed, because they can disguise a name. Other control
 * characters become spaces.
 * @throws Refusal `document.name` when it is empty, too long, or holds NUL, CR, or LF
 */
export function checkedFileName(name: string): string {
  if (name.length > maxNameLength || /[\0\r\n]/.test(name)) throw new Refusal('document.name');
  const shown = name.replace(/\p{Bidi_Control}/gu, '').replace(/\p{Cc}/gu, ' ');
  if (shown.trim() === '') throw new Refusal('document.name');
  return shown;
}

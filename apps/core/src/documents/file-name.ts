import { Refusal } from '@sixpence/contracts/refusals';

const maxNameLength = 255;

/**
 * A file's name as its owner will see it. Odd names are kept and shown escaped; no name is ever used as a path.
 * @throws Refusal `document.name` when it is empty, too long, or holds NUL, CR, or LF
 */
export function checkedFileName(name: string): string {
  const isUsable = name.trim() !== '' && name.length <= maxNameLength && !/[\0\r\n]/.test(name);
  if (!isUsable) throw new Refusal('document.name', 'Please give the file another name.');
  return name;
}

import { BusyLine } from './busy-line.js';
import { useAfter } from '../../../lib/use-after.js';
import { documentWords } from './documents-words.js';

const usualMs = 20_000;

/** Says that a document is being prepared, and that it is not lost when that takes longer than it should. */
export function PreparingLine() {
  const late = useAfter(usualMs);
  return <BusyLine words={late ? documentWords.preparingLate : documentWords.preparing} />;
}

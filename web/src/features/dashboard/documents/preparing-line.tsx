import { BusyLine } from './busy-line.js';
import { useAfter } from '../../../lib/use-after.js';
import { documentWords } from '../dashboard-words.en.js';

const usualMs = 20_000;

/**
 * A line for a document in preparation. If that takes longer than usual, it says that the document is not
 * lost.
 */
export function PreparingLine() {
  const late = useAfter(usualMs);
  return <BusyLine words={late ? documentWords.preparingLate : documentWords.preparing} />;
}

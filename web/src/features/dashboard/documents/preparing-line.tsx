import { BusyLine } from './busy-line.js';
import { useAfter } from '../../../lib/use-after.js';

const usualMs = 20_000;

/** Says that a document is being prepared, and that it is not lost when that takes longer than it should. */
export function PreparingLine() {
  const late = useAfter(usualMs);
  return (
    <BusyLine
      words={
        late
          ? 'Still preparing, longer than usual. You can leave this page; it goes on.'
          : 'Preparing, ready in a few seconds'
      }
    />
  );
}

import { GripVerticalIcon } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import styles from './document-row.module.css';
import { documentWords } from './documents-words.js';

export interface Moves {
  /** Counted from 0, among all rows. */
  place: number;
  to: (place: number) => void;
}

/** Where a row is held to move it: drawn up and down by a finger or a mouse, or moved by the arrow keys. */
export function MoveHandle({ fileName, moves }: { fileName: string; moves: Moves }) {
  function step(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    moves.to(moves.place + by);
  }

  function draw({ currentTarget, pointerId, clientY }: PointerEvent) {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const place = placeAt(currentTarget, clientY);
    if (place !== moves.place) moves.to(place);
  }

  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={documentWords.move(fileName)}
      title={documentWords.moveHow}
      onKeyDown={step}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={draw}
    >
      <GripVerticalIcon size={18} aria-hidden />
    </button>
  );
}

/** The place in the list that is at this height of the screen. */
function placeAt(handle: Element, y: number): number {
  const row = handle.closest('li');
  const rows = [...(row?.parentElement?.children ?? [])];
  return rows.filter((other) => other !== row && middleOf(other) < y).length;
}

function middleOf(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

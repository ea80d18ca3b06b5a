import { GripVerticalIcon } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './document-row.module.css';
import { documentWords } from './documents-words.js';

export interface Moves {
  /** Counted from 0, among all rows. */
  place: number;
  to: (place: number) => void;
}

/**
 * Where a row is held to move it: drawn up and down by a finger or a mouse, or moved by the arrow keys. A click puts it on top, for
 * whoever cannot draw (WCAG 2.2, 2.5.7).
 */
export function MoveHandle(props: { fileName: string; moves: Moves; locked: boolean }) {
  const { fileName, moves, locked } = props;
  const wasDrawn = useRef(false);

  function step(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    moves.to(moves.place + by);
  }

  function draw({ currentTarget, pointerId, clientY }: PointerEvent) {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const place = placeAt(currentTarget, clientY);
    if (place === moves.place) return;
    wasDrawn.current = true;
    moves.to(place);
  }

  function hold({ currentTarget, pointerId }: PointerEvent) {
    wasDrawn.current = false;
    currentTarget.setPointerCapture(pointerId);
  }

  /** The end of a drawing is a click as well. */
  function putOnTop() {
    if (!wasDrawn.current) moves.to(0);
    wasDrawn.current = false;
  }

  return (
    <button
      type="button"
      className={styles.handle}
      disabled={locked}
      aria-label={documentWords.move(fileName)}
      title={documentWords.moveHow}
      onKeyDown={step}
      onPointerDown={hold}
      onClick={putOnTop}
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

import { GripVerticalIcon } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './document-row.module.css';
import { documentWords } from '../dashboard-words.en.js';

export interface Moves {
  /** Index from 0 among all rows. */
  index: number;
  to: (index: number) => void;
}

/**
 * The handle that moves a row: by dragging, or by the arrow keys. A click puts the row on top, for users who
 * cannot drag (WCAG 2.2, 2.5.7).
 */
export function MoveHandle(props: { fileName: string; moves: Moves; locked: boolean }) {
  const { fileName, moves, locked } = props;
  const wasDragged = useRef(false);

  function step(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    moves.to(moves.index + by);
  }

  function drag({ currentTarget, pointerId, clientY }: PointerEvent) {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const index = indexAt(currentTarget, clientY);
    if (index === moves.index) return;
    wasDragged.current = true;
    moves.to(index);
  }

  function startDrag({ currentTarget, pointerId }: PointerEvent) {
    wasDragged.current = false;
    currentTarget.setPointerCapture(pointerId);
  }

  /** The end of a drag also fires a click, which must not move the row. */
  function putOnTop() {
    if (!wasDragged.current) moves.to(0);
    wasDragged.current = false;
  }

  return (
    <button
      type="button"
      className={styles.handle}
      disabled={locked}
      aria-label={documentWords.move(fileName)}
      title={documentWords.moveHow}
      onKeyDown={step}
      onPointerDown={startDrag}
      onClick={putOnTop}
      onPointerMove={drag}
    >
      <GripVerticalIcon size={18} aria-hidden />
    </button>
  );
}

/** The index in the list at this height of the screen. */
function indexAt(handle: Element, y: number): number {
  const row = handle.closest('li');
  const rows = [...(row?.parentElement?.children ?? [])];
  return rows.filter((other) => other !== row && middleOf(other) < y).length;
}

function middleOf(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

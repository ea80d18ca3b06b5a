import { CheckIcon, XIcon, ZoomInIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLeaveWhenEnded, useSessionCheck } from '../../../lib/session-guard.js';
import { PageRange } from './page-range.js';
import { asRanges } from './page-ranges.js';
import { canToggle, type Selection } from './page-selection.js';
import styles from './page-tiles.module.css';
import type { ShownPage } from './shown-pages.js';
import { PageView } from './page-view.js';
import { TilePicture } from './tile-picture.js';
import { pagesWords, restSelectionInWords, selectionInWords } from '../dashboard-words.en.js';

/** From this number of pages on, users can type page numbers. */
const longDocumentPages = 8;

/** The pages of a document as small sheets. A click removes a page from the print or brings it back. */
export function PageTiles(props: {
  fileName: string;
  pages: readonly ShownPage[];
  selection: Selection;
  /** All controls are disabled. */
  locked: boolean;
  /** Counted from 1 among the shown pages. */
  onToggle: (position: number) => void;
  /** The numbers of the pages to keep. */
  onOnly: (numbers: number[]) => void;
}) {
  const { fileName, pages, selection, locked, onToggle, onOnly } = props;
  const kept = pages.filter((_, index) => selection[index] ?? true);
  const numbers = kept.map(({ number }) => number);
  const checkSession = useSessionCheck();
  const leaveWhenEnded = useLeaveWhenEnded();
  const [enlarged, setEnlarged] = useState<number>();
  const sheets = useRef<HTMLDivElement>(null);

  function enlarge(position: number) {
    void checkSession();
    setEnlarged(position);
  }

  function closeView() {
    void checkSession();
    setEnlarged(undefined);
    // The page that was viewed last gets the focus.
    sheets.current
      ?.querySelector<HTMLElement>(`[data-look="${pages[(enlarged ?? 0) - 1]?.number}"]`)
      ?.focus();
  }

  return (
    <div className={styles.tiles}>
      <p className={styles.words}>{selectionText(pages, kept)}</p>
      {selection.length >= longDocumentPages ? (
        <PageRange
          key={numbers.join()}
          pageCount={pages.at(-1)?.number ?? 0}
          written={kept.length < selection.length ? asRanges(numbers) : ''}
          disabled={locked}
          onOnly={onOnly}
        />
      ) : null}
      <div ref={sheets} className={styles.sheets} role="group" aria-label={pagesWords.group(fileName)}>
        {pages.map((page, index) => (
          <PageTile
            key={page.preview}
            page={page}
            kept={selection[index] ?? true}
            disabled={locked}
            isLast={!canToggle(selection, index + 1)}
            onToggle={() => onToggle(index + 1)}
            onMissing={() => void leaveWhenEnded()}
            onEnlarge={() => enlarge(index + 1)}
          />
        ))}
      </div>
      {enlarged === undefined ? null : (
        <PageView
          fileName={fileName}
          pages={pages}
          selection={selection}
          position={enlarged}
          locked={locked}
          onTurn={enlarge}
          onToggle={onToggle}
          onClose={closeView}
        />
      )}
    </div>
  );
}

/** The number of ticked pages. Printed pages are named, because they cost again. */
function selectionText(pages: readonly ShownPage[], kept: readonly ShownPage[]): string {
  if (!pages.some(({ isPrinted }) => isPrinted)) return selectionInWords(kept.length, pages.length);
  return restSelectionInWords(kept.length, kept.filter(({ isPrinted }) => isPrinted).length);
}

function PageTile(props: {
  page: ShownPage;
  kept: boolean;
  disabled: boolean;
  /** The only page with a tick, which must stay. */
  isLast: boolean;
  onToggle: () => void;
  onMissing: () => void;
  onEnlarge: () => void;
}) {
  const { kept, disabled, isLast, onToggle, onMissing, onEnlarge } = props;
  const { preview, number, isPrinted } = props.page;
  const [landscape, setLandscape] = useState(false);
  return (
    <div className={styles.frame} data-landscape={landscape || undefined}>
      <button
        type="button"
        className={styles.tile}
        role="checkbox"
        aria-checked={kept}
        disabled={disabled}
        aria-disabled={isLast}
        aria-label={isPrinted ? pagesWords.printedPage(number) : pagesWords.page(number)}
        title={isLast ? pagesWords.oneStays : undefined}
        onClick={onToggle}
      >
        <TilePicture address={preview} onMissing={onMissing} onLandscape={setLandscape} />
        <span className={styles.badge} aria-hidden>
          {kept ? <CheckIcon size={14} strokeWidth={3} /> : <XIcon size={14} strokeWidth={3} />}
          {number}
          {isPrinted ? ` ${pagesWords.printed}` : null}
        </span>
      </button>
      <button
        type="button"
        className={styles.enlarge}
        disabled={disabled}
        data-look={number}
        aria-label={pagesWords.lookAt(number)}
        title={pagesWords.look}
        onClick={onEnlarge}
      >
        <ZoomInIcon size={18} />
      </button>
    </div>
  );
}

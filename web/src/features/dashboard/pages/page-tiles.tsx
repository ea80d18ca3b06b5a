import { CheckIcon, XIcon, ZoomInIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLeaveWhenEnded, useSessionCheck } from '../../../lib/session.js';
import { PageRange } from './page-range.js';
import { asRanges } from './page-ranges.js';
import { canToggle, keptPages, type Selection } from './page-selection.js';
import styles from './page-tiles.module.css';
import { PageView } from './page-view.js';
import { TilePicture } from './tile-picture.js';
import { pagesWords, selectionInWords } from './pages-words.js';

/** With so many pages people write down which ones they want. */
const longDocumentPages = 8;

/** The pages of a document as small sheets; clicking one takes it out of the print or brings it back. */
export function PageTiles(props: {
  fileName: string;
  previews: readonly string[];
  selection: Selection;
  onToggle: (page: number) => void;
  onOnly: (pages: number[]) => void;
}) {
  const { fileName, previews, selection, onToggle, onOnly } = props;
  const kept = keptPages(selection);
  const sessionHolds = useSessionCheck();
  const leaveWhenEnded = useLeaveWhenEnded();
  const [enlarged, setEnlarged] = useState<number>();
  const sheets = useRef<HTMLDivElement>(null);

  function enlarge(page: number) {
    void sessionHolds();
    setEnlarged(page);
  }

  function closeView() {
    setEnlarged(undefined);
    // The keyboard goes on from the page that was looked at last.
    sheets.current?.querySelector<HTMLElement>(`[data-look="${enlarged}"]`)?.focus();
  }

  return (
    <div className={styles.tiles}>
      <p className={styles.words}>{selectionInWords(kept.length, selection.length)}</p>
      {selection.length >= longDocumentPages ? (
        <PageRange
          key={kept.join()}
          pageCount={selection.length}
          written={kept.length < selection.length ? asRanges(kept) : ''}
          onOnly={onOnly}
        />
      ) : null}
      <div ref={sheets} className={styles.sheets} role="group" aria-label={pagesWords.group(fileName)}>
        {previews.map((address, index) => (
          <PageTile
            key={address}
            address={address}
            page={index + 1}
            kept={selection[index] ?? true}
            locked={!canToggle(selection, index + 1)}
            onToggle={() => onToggle(index + 1)}
            onMissing={() => void leaveWhenEnded()}
            onEnlarge={() => enlarge(index + 1)}
          />
        ))}
      </div>
      {enlarged === undefined ? null : (
        <PageView
          fileName={fileName}
          previews={previews}
          selection={selection}
          page={enlarged}
          onPage={setEnlarged}
          onToggle={onToggle}
          onClose={closeView}
        />
      )}
    </div>
  );
}

function PageTile(props: {
  address: string;
  page: number;
  kept: boolean;
  locked: boolean;
  onToggle: () => void;
  onMissing: () => void;
  onEnlarge: () => void;
}) {
  const { address, page, kept, locked, onToggle, onMissing, onEnlarge } = props;
  const [landscape, setLandscape] = useState(false);
  return (
    <div className={styles.frame} data-landscape={landscape || undefined}>
      <button
        type="button"
        className={styles.tile}
        role="checkbox"
        aria-checked={kept}
        aria-disabled={locked}
        aria-label={pagesWords.page(page)}
        title={locked ? pagesWords.oneStays : undefined}
        onClick={onToggle}
      >
        <TilePicture address={address} onMissing={onMissing} onLandscape={setLandscape} />
        <span className={styles.badge} aria-hidden>
          {kept ? <CheckIcon size={14} strokeWidth={3} /> : <XIcon size={14} strokeWidth={3} />}
          {page}
        </span>
      </button>
      <button
        type="button"
        className={styles.enlarge}
        data-look={page}
        aria-label={pagesWords.lookAt(page)}
        title={pagesWords.look}
        onClick={onEnlarge}
      >
        <ZoomInIcon size={18} />
      </button>
    </div>
  );
}

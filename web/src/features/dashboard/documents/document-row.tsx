import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon } from '@mantine/core';
import type { DocumentRow as Document } from '@sixpence/contracts/http/documents';
import type { Money } from '@sixpence/money/money';
import { pagesInWords, restInWords } from '@sixpence/theme/shared-words.en';
import { Money as MoneyShown } from '@sixpence/theme/money';
import { CheckIcon, EyeIcon, Trash2Icon } from 'lucide-react';
import { useRef } from 'react';
import { pageRanges } from '@sixpence/contracts/printing/page-ranges';
import { shownPages } from '../pages/shown-pages.js';
import { PageTiles } from '../pages/page-tiles.js';
import type { OpenPages } from '../pages/use-open-pages.js';
import { BusyLine } from './busy-line.js';
import { DocumentPicture } from './document-picture.js';
import { MoveHandle, type Moves } from './move-handle.js';
import styles from './document-row.module.css';
import { failureWords } from '../dashboard-words.en.js';
import { keptUntil } from './kept-until.js';
import { colorNames, documentWords, sideNames } from '../dashboard-words.en.js';
import { PreparingLine } from './preparing-line.js';
import { usePreparation } from './use-preparation.js';

/** One document: in preparation, ready with its pages, or failed with advice. */
export function DocumentRow(props: {
  document: Document;
  locked: boolean;
  removingPages: boolean;
  onDelete: () => void;
  pages: OpenPages;
  /** Undefined while it is unknown or differs between printers. */
  price?: Money | undefined;
  /** Undefined if there is no other row to swap with. */
  moves?: Moves | undefined;
}) {
  const { document, locked, removingPages, onDelete, pages, price, moves } = props;
  const { orderId, fileName, status } = document;
  const selection = status === 'ready' ? pages.selectionOf(document) : undefined;
  const open = selection !== undefined;
  usePreparation(status === 'processing' ? orderId : undefined);

  const item = useRef<HTMLLIElement>(null);

  function remove() {
    // The neighbouring row gets the focus, because this row disappears.
    neighbourOf(item.current)?.focus();
    onDelete();
  }

  function toggleOpen() {
    if (open) void pages.close(document);
    else pages.open(document);
  }

  return (
    <li ref={item} tabIndex={-1} className={styles.item} data-open={open || undefined}>
      <div className={styles.row}>
        {moves ? <MoveHandle fileName={fileName} moves={moves} locked={locked} /> : null}
        <DocumentPicture document={document} />
        <div className={styles.words}>
          <span className={styles.name} title={fileName}>
            {fileName}
          </span>
          <DocumentState document={document} price={price} removingPages={removingPages} />
        </div>
        <div className={styles.actions}>
          {status === 'ready' ? (
            <ActionIcon
              variant={open ? 'filled' : 'default'}
              color="var(--ink)"
              size={44}
              disabled={locked}
              aria-expanded={open}
              aria-label={open ? documentWords.closePages(fileName) : documentWords.seePages(fileName)}
              onClick={toggleOpen}
            >
              {open ? (
                <CheckIcon size={22} color={locked ? 'currentColor' : 'var(--sheet)'} />
              ) : (
                <EyeIcon size={22} />
              )}
            </ActionIcon>
          ) : null}
          <ActionIcon
            variant="default"
            size={44}
            disabled={locked}
            aria-label={documentWords.delete(fileName)}
            onClick={remove}
          >
            <Trash2Icon size={20} />
          </ActionIcon>
        </div>
      </div>
      {open ? (
        <PageTiles
          fileName={fileName}
          pages={shownPages(document)}
          selection={selection}
          locked={locked}
          onToggle={(page) => pages.toggle(document, page)}
          onOnly={(chosen) => pages.only(document, chosen)}
        />
      ) : null}
    </li>
  );
}

function neighbourOf(item: HTMLLIElement | null): HTMLElement | null {
  const row = item?.nextElementSibling ?? item?.previousElementSibling;
  return row instanceof HTMLElement ? row : null;
}

function DocumentState(props: { document: Document; price: Money | undefined; removingPages: boolean }) {
  const { document, price, removingPages } = props;
  if (removingPages) return <BusyLine words={documentWords.takingPagesOut} />;
  if (document.status === 'processing') return <PreparingLine />;
  if (document.status === 'failed') {
    const { why, remedy } = failureWords[document.reason ?? 'damaged'];
    return (
      <span className={styles.detail}>
        <b className={styles.why}>{why}</b> {remedy}
      </span>
    );
  }
  if (document.rest?.failed) {
    const { why, remedy } = documentWords.restFailed;
    return (
      <span className={styles.detail}>
        <b className={styles.why}>{why}</b> {remedy}
      </span>
    );
  }
  return (
    <span className={styles.detail}>
      <span>{whichPages(document)}</span>
      {price ? (
        <b className={styles.price}>
          <MoneyShown amount={price} />
        </b>
      ) : null}
      <span>{optionsInWords(document)}</span>
      {document.printedAt ? (
        <span className={styles.printed}>
          <CheckIcon size={14} strokeWidth={3} aria-hidden /> {documentWords.printed}
        </span>
      ) : null}
      <span>{documentWords.keptUntil(keptUntil(document.expiresAt))}</span>
    </span>
  );
}

function whichPages({ totalPages, rest }: Document): string {
  if (!rest || rest.leftOut.length === 0) return pagesInWords(totalPages);
  const printed = pageRanges(rest.leftOut.map(({ page }) => page));
  return restInWords({ count: totalPages, pages: pageRanges(rest.pages), printed });
}

/** The print options in the words of the dashboard and the panel: `2-Sided, Color`. */
function optionsInWords({ side, isColor }: Document): string {
  return `${sideNames[side]}, ${isColor ? colorNames.color : colorNames.mono}`;
}

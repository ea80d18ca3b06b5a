import { useState } from 'react';
import { useSessionCheck } from '../../../lib/session-guard.js';
import { toggled, type Selection } from './page-selection.js';
import {
  chosenPages,
  firstSelection,
  shownPages,
  type ChosenPages,
  type PagedDocument,
} from './shown-pages.js';

/**
 * The documents with open pages, and the ticked pages of each. Each action starts a check of the session and
 * does not wait for it, because the server is not changed before the pages are closed.
 * @param keepOnly removes the other pages; resolves to whether it succeeded
 */
export function useOpenPages(keepOnly: (orderId: string, chosen: ChosenPages) => Promise<boolean>) {
  const checkSession = useSessionCheck();
  const [open, setOpen] = useState<ReadonlyMap<string, { document: PagedDocument; selection: Selection }>>(
    new Map(),
  );

  const put = (document: PagedDocument, selection: Selection) => {
    void checkSession();
    setOpen((before) => new Map(before).set(keyOf(document), { document, selection }));
  };

  function forget(document: PagedDocument) {
    setOpen((before) => new Map([...before].filter(([key]) => key !== keyOf(document))));
  }

  /** Closes the pages of a document and removes those without a tick. */
  async function close(document: PagedDocument): Promise<boolean> {
    const selection = open.get(keyOf(document))?.selection;
    const chosen = selection && chosenPages(document, selection);
    forget(document);
    if (chosen) return keepOnly(document.orderId, chosen);
    void checkSession();
    return true;
  }

  return {
    /** Undefined while the document's pages are closed. */
    selectionOf: (document: PagedDocument): Selection | undefined => open.get(keyOf(document))?.selection,
    open: (document: PagedDocument) => put(document, firstSelection(document)),
    /** Toggles one of the shown pages, counted from 1. */
    toggle: (document: PagedDocument, page: number) =>
      put(document, toggled(open.get(keyOf(document))?.selection ?? firstSelection(document), page)),
    /** Ticks only the pages with these numbers; does nothing if none of them is shown. */
    only: (document: PagedDocument, numbers: readonly number[]) => {
      const selection = shownPages(document).map(({ number }) => numbers.includes(number));
      if (selection.includes(true)) put(document, selection);
    },
    close,
    /** Closes all documents one after the other. @returns whether all pages without a tick are removed */
    async closeAll(): Promise<boolean> {
      for (const { document } of open.values()) if (!(await close(document))) return false;
      return true;
    },
  };
}

export type OpenPages = ReturnType<typeof useOpenPages>;

/** The selection starts again for another set of pages: a new revision, printed pages, or a failed rest. */
function keyOf({ orderId, revision, totalPages, rest }: PagedDocument): string {
  return `${orderId} ${revision} ${totalPages} ${rest?.printed.length ?? 0} ${rest?.failed ?? false}`;
}

import { useState } from 'react';
import { useSessionCheck } from '../../../lib/session-guard.js';
import { toggled, type Selection } from './page-selection.js';
import { chosenPages, firstSelection, shownPages, type ChosenPages, type Looked } from './shown-pages.js';

/**
 * The documents with open pages, and the ticked pages of each. Each action starts a check of the session and
 * does not wait for it, because the server is not changed before the pages are closed.
 * @param keepOnly removes the other pages; resolves to whether it succeeded
 */
export function useOpenPages(keepOnly: (orderId: string, chosen: ChosenPages) => Promise<boolean>) {
  const checkSession = useSessionCheck();
  const [open, setOpen] = useState<ReadonlyMap<string, { of: Looked; selection: Selection }>>(new Map());

  const put = (of: Looked, selection: Selection) => {
    void checkSession();
    setOpen((before) => new Map(before).set(keyOf(of), { of, selection }));
  };

  function forget(of: Looked) {
    setOpen((before) => new Map([...before].filter(([key]) => key !== keyOf(of))));
  }

  /** Closes the pages of a document and removes those without a tick. */
  async function close(of: Looked): Promise<boolean> {
    const selection = open.get(keyOf(of))?.selection;
    const chosen = selection && chosenPages(of, selection);
    forget(of);
    if (chosen) return keepOnly(of.orderId, chosen);
    void checkSession();
    return true;
  }

  return {
    /** Undefined while the document's pages are closed. */
    selectionOf: (of: Looked): Selection | undefined => open.get(keyOf(of))?.selection,
    open: (of: Looked) => put(of, firstSelection(of)),
    /** Toggles one of the shown pages, counted from 1. */
    toggle: (of: Looked, page: number) =>
      put(of, toggled(open.get(keyOf(of))?.selection ?? firstSelection(of), page)),
    /** Ticks only the pages with these numbers; does nothing if none of them is shown. */
    only: (of: Looked, numbers: readonly number[]) => {
      const selection = shownPages(of).map(({ number }) => numbers.includes(number));
      if (selection.includes(true)) put(of, selection);
    },
    close,
    /** Closes all documents one after the other. @returns whether all pages without a tick are removed */
    async closeAll(): Promise<boolean> {
      for (const { of } of open.values()) if (!(await close(of))) return false;
      return true;
    },
  };
}

export type OpenPages = ReturnType<typeof useOpenPages>;

/** The selection starts again for another set of pages: a new revision, printed pages, or a failed rest. */
function keyOf({ orderId, revision, totalPages, rest }: Looked): string {
  return `${orderId} ${revision} ${totalPages} ${rest?.printed.length ?? 0} ${rest?.failed ?? false}`;
}

import { useState } from 'react';
import { useSessionCheck } from '../../../lib/session-guard.js';
import { toggled, type Selection } from './page-selection.js';
import { chosenPages, firstSelection, shownPages, type ChosenPages, type Looked } from './shown-pages.js';

/**
 * Documents whose pages are being looked at, and what is ticked there. Each act looks at the session as well, and does not wait
 * for that: nothing but this page changes before the pages are closed.
 * @param keepOnly takes the other pages out; answers whether they were
 */
export function useOpenPages(keepOnly: (orderId: string, chosen: ChosenPages) => Promise<boolean>) {
  const sessionHolds = useSessionCheck();
  const [open, setOpen] = useState<ReadonlyMap<string, { of: Looked; selection: Selection }>>(new Map());

  const put = (of: Looked, selection: Selection) => {
    void sessionHolds();
    setOpen((before) => new Map(before).set(keyOf(of), { of, selection }));
  };

  function forget(of: Looked) {
    setOpen((before) => new Map([...before].filter(([key]) => key !== keyOf(of))));
  }

  /** Closes one; what is not ticked is taken out. */
  async function close(of: Looked): Promise<boolean> {
    const selection = open.get(keyOf(of))?.selection;
    const chosen = selection && chosenPages(of, selection);
    forget(of);
    if (chosen) return keepOnly(of.orderId, chosen);
    void sessionHolds();
    return true;
  }

  return {
    /** Undefined while its pages are not looked at. */
    selectionOf: (of: Looked): Selection | undefined => open.get(keyOf(of))?.selection,
    open: (of: Looked) => put(of, firstSelection(of)),
    /** Turns over one of the shown pages, counted from 1. */
    toggle: (of: Looked, page: number) =>
      put(of, toggled(open.get(keyOf(of))?.selection ?? firstSelection(of), page)),
    /** Ticks the pages of these numbers alone; nothing when none of them is there. */
    only: (of: Looked, numbers: readonly number[]) => {
      const selection = shownPages(of).map(({ number }) => numbers.includes(number));
      if (selection.includes(true)) put(of, selection);
    },
    close,
    /** Closes all in turn. @returns whether every page that is not ticked is out */
    async closeAll(): Promise<boolean> {
      for (const { of } of open.values()) if (!(await close(of))) return false;
      return true;
    },
  };
}

export type OpenPages = ReturnType<typeof useOpenPages>;

/** Another set of pages begins anew: a new revision, pages that were printed, or a rest that could not be prepared. */
function keyOf({ orderId, revision, totalPages, rest }: Looked): string {
  return `${orderId} ${revision} ${totalPages} ${rest?.printed.length ?? 0} ${rest?.failed ?? false}`;
}

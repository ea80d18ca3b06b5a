import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { useState } from 'react';
import { useSessionCheck } from '../../../lib/session.js';
import { allKept, keptPages, onlyThese, toggled, type Selection } from './page-selection.js';

type Looked = Pick<DocumentRow, 'orderId' | 'revision' | 'totalPages'>;

/**
 * Documents whose pages are being looked at, and what is ticked there. Each act looks at the session as well, and does not wait
 * for that: nothing but this page changes before the pages are closed.
 * @param keepOnly takes the other pages out; answers whether they were
 */
export function useOpenPages(keepOnly: (orderId: string, pages: number[]) => Promise<boolean>) {
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
    const kept = keptPages(open.get(keyOf(of))?.selection ?? []);
    forget(of);
    if (kept.length > 0 && kept.length < of.totalPages) return keepOnly(of.orderId, kept);
    void sessionHolds();
    return true;
  }

  return {
    /** Undefined while its pages are not looked at. */
    selectionOf: (of: Looked): Selection | undefined => open.get(keyOf(of))?.selection,
    open: (of: Looked) => put(of, allKept(of.totalPages)),
    toggle: (of: Looked, page: number) =>
      put(of, toggled(open.get(keyOf(of))?.selection ?? allKept(of.totalPages), page)),
    only: (of: Looked, pages: readonly number[]) => put(of, onlyThese(pages, of.totalPages)),
    close,
    /** Closes all in turn. @returns whether every page that is not ticked is out */
    async closeAll(): Promise<boolean> {
      for (const { of } of open.values()) if (!(await close(of))) return false;
      return true;
    },
  };
}

export type OpenPages = ReturnType<typeof useOpenPages>;

/** A new revision is a new set of pages: all of them are ticked again. */
function keyOf({ orderId, revision, totalPages }: Looked): string {
  return `${orderId} ${revision} ${totalPages}`;
}

import { useEffect, useState } from 'react';
import { recall, remember } from '../../../lib/remembered.js';
import { moved, readOrder, renamed, writeOrder } from './document-order.js';

const orderKey = 'sixpence.document-order';

/** The order of documents in this browser session; rows are put into it by `arrange`. */
export function useDocumentOrder() {
  const [ids, setIds] = useState(() => readOrder(recall('sessionStorage', orderKey)));
  return {
    ids,
    /** Rows that are about to appear stand above the ones that are shown, in their own order. */
    putOnTop: (added: readonly string[], shown: readonly string[]) => setIds([...added, ...shown]),
    move: (id: string, place: number, shown: readonly string[]) => setIds(moved(shown, id, place)),
    /** A row has got its real id and keeps its place. */
    rename: (from: string, to: string) => setIds((known) => renamed(known, from, to)),
  };
}

/** Keeps the shown order for the rest of the session; nothing is written before the list has been loaded. */
export function useKeptOrder(shown: readonly string[], loaded: boolean): void {
  const note = writeOrder(shown);
  useEffect(() => {
    if (loaded) remember('sessionStorage', orderKey, note);
  }, [loaded, note]);
}

import { useEffect, useState } from 'react';
import { recall, remember } from '../../../lib/remembered.js';
import { moved, readOrder, withIdReplaced, writeOrder } from './document-order.js';

const orderKey = 'sixpence.document-order';

/** The order of the documents in this browser session, for `arrange`. */
export function useDocumentOrder() {
  const [ids, setIds] = useState(() => readOrder(recall('sessionStorage', orderKey)));
  return {
    ids,
    /** Puts new rows above the shown ones, in their own order. */
    putOnTop: (added: readonly string[], shown: readonly string[]) => setIds([...added, ...shown]),
    move: (id: string, index: number, shown: readonly string[]) => setIds(moved(shown, id, index)),
    /** Replaces the id of a row with the document's; the row keeps its position. */
    replaceId: (from: string, to: string) => setIds((known) => withIdReplaced(known, from, to)),
  };
}

/** Stores the shown order for the session, once the list is loaded. */
export function useKeptOrder(shown: readonly string[], loaded: boolean): void {
  const stored = writeOrder(shown);
  useEffect(() => {
    if (loaded) remember('sessionStorage', orderKey, stored);
  }, [loaded, stored]);
}

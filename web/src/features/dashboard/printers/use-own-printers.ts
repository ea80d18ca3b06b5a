import type { OwnPrintersAnswer, PrinterNow } from '@sixpence/contracts/http/own-printers';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { get } from '../../../lib/http.js';
import { useLiveNews } from '../../../lib/live/live-news.js';
import { documentsKey } from '../documents/document-cache.js';

/**
 * An agent that has lost its connection sends no news, so the printers are fetched at this interval while the
 * tab is visible.
 */
const refetchMs = 60_000;

export const ownPrintersKey = [...documentsKey, 'own-printers'];
const queryKey = ownPrintersKey;
const none: OwnPrintersAnswer = { documents: [], printers: [] };

/**
 * The printers at the user's sites with their state; empty until known. They are fetched again with the list
 * of documents, because their prices depend on it.
 */
export function useOwnPrinters(): OwnPrintersAnswer {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => get('/own-printers', undefined, signal),
    refetchInterval: refetchMs,
    retry: false,
  });
  useLiveNews('printer', ({ printer }) => {
    const known = client.getQueryData<OwnPrintersAnswer>(queryKey);
    if (known) client.setQueryData<OwnPrintersAnswer>(queryKey, withPrinter(known, printer));
    // A running call may return the state from before this news.
    const isFetching = client.isFetching({ queryKey }) > 0;
    if (isFetching || (known && changesPrices(known, printer))) void client.invalidateQueries({ queryKey });
  });
  return data ?? none;
}

/** The known printers, with the new state of one. */
export function withPrinter(known: OwnPrintersAnswer, now: PrinterNow): OwnPrintersAnswer {
  const printers = known.printers.map((printer) =>
    printer.id === now.id ? { ...printer, ...now } : printer,
  );
  return { ...known, printers };
}

/**
 * Whether news of a printer makes the prices outdated: its abilities changed, or it is new and has none yet.
 */
export function changesPrices({ printers }: OwnPrintersAnswer, now: PrinterNow): boolean {
  const before = printers.find(({ id }) => id === now.id);
  return before?.color !== now.color || before.duplex !== now.duplex;
}

import type { OwnPrintersAnswer, PrinterNow } from '@sixpence/contracts/http/own-printers';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { get } from '../../../lib/http.js';
import { useLiveNews } from '../../../lib/live/live-news.js';
import { documentsKey } from '../documents/document-cache.js';

/** A box that has gone says nothing, so that printers are asked after all the same, while the page is in front of somebody. */
const lookMs = 60_000;

export const ownPrintersKey = [...documentsKey, 'own-printers'];
const queryKey = ownPrintersKey;
const none: OwnPrintersAnswer = { documents: [], printers: [] };

/** The printers of the person's sites, as they are now; none while they are not known. Prices are asked for with the list. */
export function useOwnPrinters(): OwnPrintersAnswer {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => get('/own-printers', undefined, signal),
    refetchInterval: lookMs,
    retry: false,
  });
  useLiveNews('printer', ({ printer }) => {
    const known = client.getQueryData<OwnPrintersAnswer>(queryKey);
    if (known) client.setQueryData<OwnPrintersAnswer>(queryKey, withPrinter(known, printer));
    // An answer that is on its way may have been read before the news.
    const isAsked = client.isFetching({ queryKey }) > 0;
    if (isAsked || (known && changesPrices(known, printer))) void client.invalidateQueries({ queryKey });
  });
  return data ?? none;
}

/** What is known, with this printer as it is now. */
export function withPrinter(known: OwnPrintersAnswer, now: PrinterNow): OwnPrintersAnswer {
  const printers = known.printers.map((printer) =>
    printer.id === now.id ? { ...printer, ...now } : printer,
  );
  return { ...known, printers };
}

/** A printer that prints otherwise costs otherwise, and one that is new has prices that nobody has read. */
export function changesPrices({ printers }: OwnPrintersAnswer, now: PrinterNow): boolean {
  const before = printers.find(({ id }) => id === now.id);
  return before?.color !== now.color || before.duplex !== now.duplex;
}

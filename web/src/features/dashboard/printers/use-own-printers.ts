import type { OwnPrintersAnswer } from '@sixpence/contracts/http/own-printers';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../../lib/http.js';
import { documentsKey } from '../documents/document-cache.js';

/** So often printers are asked after, while the page is in front of somebody. */
const lookMs = 15_000;

const none: OwnPrintersAnswer = { documents: [], printers: [] };

/** The printers of the person's sites; none while they are not known. Prices are asked for again with the list. */
export function useOwnPrinters(): OwnPrintersAnswer {
  const { data } = useQuery({
    queryKey: [...documentsKey, 'own-printers'],
    queryFn: ({ signal }) => get('/own-printers', undefined, signal),
    refetchInterval: lookMs,
    retry: false,
  });
  return data ?? none;
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useGapInNews, useLiveNews } from '../../../lib/live/live-news.js';
import { documentsKey, dropDocument, fetchAgain, putDocument } from './document-cache.js';

/** Keeps the list as live news tells it; after a gap everything is fetched again. */
export function useDocumentNews(): void {
  const queries = useQueryClient();
  useLiveNews('document', ({ document }) => putDocument(queries, document));
  useLiveNews('document-gone', ({ orderId }) => {
    dropDocument(queries, orderId);
    fetchAgain(queries);
  });
  useGapInNews(() => fetchAgain(queries));
  useEffect(
    // Nobody hears the news of documents while another page is open: the list is fetched anew on the way back.
    () => () => void queries.invalidateQueries({ queryKey: documentsKey, refetchType: 'none' }),
    [queries],
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useGapInNews, useLiveNews } from '../../../lib/live/live-news.js';
import { documentsKey, dropDocument, fetchAgain, putDocument } from './document-cache.js';

/** Updates the list by live news, and fetches it again after a gap. */
export function useDocumentNews(): void {
  const queries = useQueryClient();
  useLiveNews('document', ({ document }) => putDocument(queries, document));
  useLiveNews('document-gone', ({ orderId }) => {
    dropDocument(queries, orderId);
    fetchAgain(queries);
  });
  useGapInNews(() => fetchAgain(queries));
  useEffect(
    // No component listens to this news on other pages, so the list counts as outdated when the user comes
    // back.
    () => () => void queries.invalidateQueries({ queryKey: documentsKey, refetchType: 'none' }),
    [queries],
  );
}

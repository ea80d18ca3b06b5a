import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSessionCheck } from '../../lib/session-guard.js';
import { fetchAgain } from './documents/document-cache.js';
import { deleteDocument } from './documents/document-calls.js';
import { arrange, newestFirst } from './documents/document-order.js';
import { listedRows } from './documents/listed-rows.js';
import { useDocumentActions } from './documents/use-document-actions.js';
import { useDocumentNews } from './documents/use-document-news.js';
import { useDocumentOrder, useKeptOrder } from './documents/use-document-order.js';
import { useDocuments } from './documents/use-documents.js';
import { useOpenPages } from './pages/use-open-pages.js';
import { arrived, isSending } from './upload/upload-steps.js';
import { useUploads } from './upload/use-uploads.js';

/**
 * The rows of the dashboard (documents and uploads), their order, and their actions. While files are being
 * sent or pages are being removed, everything else is locked. A document in preparation locks only itself.
 */
export function useDashboardRows() {
  const queries = useQueryClient();
  const checkSession = useSessionCheck();
  const state = useDocuments();
  useDocumentNews();
  const actions = useDocumentActions();
  const pages = useOpenPages(actions.keepOnly);
  const order = useDocumentOrder();
  const sending = useUploads({
    onAddressed: order.replaceId,
    onSettled: () => fetchAgain(queries),
    deleteCancelled: deleteDocument,
  });
  const { uploads, forget } = sending;
  useEffect(() => {
    const done = arrived(uploads, new Set(state.documents.map(({ orderId }) => orderId)));
    if (done.length > 0) forget(done);
  }, [uploads, forget, state.documents]);

  const rows = arrange(listedRows(newestFirst(state.documents), uploads, actions.deleted), order.ids);
  const shown = rows.map(({ id }) => id);
  useKeptOrder(shown, !state.loading);

  return {
    state,
    /** Fetches the list again after a failure. */
    refetch: async () => {
      if (await checkSession()) state.refetch();
    },
    rows,
    documents: rows.flatMap((row) => ('document' in row ? [row.document] : [])),
    actions,
    pages,
    uploadAlerts: sending.alerts,
    /** The last file arrives last, so it is on top, as in sessions that find the documents in the list. */
    addFiles: (files: readonly File[]) =>
      void sending.add(files, (added) => order.putOnTop(added.toReversed(), shown)),
    /** Checks the session, like every action. The order is stored in the browser only. */
    move: (id: string, index: number) => {
      void checkSession();
      order.move(id, index, shown);
    },
    cancelUpload: sending.cancel,
    locked: isSending(uploads) || actions.removingPagesOf !== undefined,
  };
}

export type DashboardRows = ReturnType<typeof useDashboardRows>;

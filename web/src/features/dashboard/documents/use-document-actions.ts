import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSessionGuard } from '../../../lib/session-guard.js';
import { changeOne, dropDocument, fetchAgain } from './document-cache.js';
import type { ChosenPages } from '../pages/shown-pages.js';
import { deleteDocument, choosePages } from './document-calls.js';

/** The actions on one document; each checks the session first. */
export function useDocumentActions() {
  const queries = useQueryClient();
  const guard = useSessionGuard();
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());
  const [removingPagesOf, setRemovingPagesOf] = useState<string>();
  const [pagesFailed, setPagesFailed] = useState(false);

  /**
   * Removes the document from the list at once and then from the server. The user does not see a failure
   * (specification §8).
   */
  function remove(orderId: string) {
    setDeleted((before) => new Set([...before, orderId]));
    dropDocument(queries, orderId);
    guard(() => deleteDocument(orderId))
      .catch((error: unknown) => console.warn('The deletion did not reach the server', error))
      .finally(() => fetchAgain(queries));
  }

  /**
   * @returns whether the other pages were removed. A failure sets `pagesFailed`; an ended session leads to
   * /login
   */
  async function keepOnly(orderId: string, chosen: ChosenPages): Promise<boolean> {
    setRemovingPagesOf(orderId);
    setPagesFailed(false);
    try {
      return await guard(async () => {
        await choosePages(orderId, chosen);
        changeOne(queries, orderId, { status: 'processing' });
      });
    } catch (error) {
      console.error('The pages were not removed', error);
      setPagesFailed(true);
      return false;
    } finally {
      setRemovingPagesOf(undefined);
    }
  }

  return { deleted, remove, keepOnly, removingPagesOf, pagesFailed };
}

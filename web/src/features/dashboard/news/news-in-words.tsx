import { VisuallyHidden } from '@mantine/core';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { useEffect, useRef, useState } from 'react';
import { useLiveNews } from '../../../lib/live/live-news.js';
import { spokenDocument, spokenJob } from './spoken-news.js';

/**
 * Announces changes of the dashboard to screen readers. Announces a document only when its status or its
 * revision changes, because news also comes with every change of print options. `documents` is undefined
 * until the list is loaded.
 */
export function NewsInWords({ documents }: { documents: readonly DocumentRow[] | undefined }) {
  const [spoken, setSpoken] = useState('');
  const known = useRef<ReadonlyMap<string, string>>(undefined);
  useEffect(() => {
    if (!documents) return;
    const before = known.current;
    known.current = new Map(documents.map((document) => [document.orderId, statusOf(document)]));
    if (!before) return;
    const changed = documents.filter((document) => before.get(document.orderId) !== statusOf(document));
    const words = changed.flatMap((document) => spokenDocument(document) ?? []);
    if (words.length > 0) setSpoken(words.join(' '));
  }, [documents]);
  useLiveNews('job', ({ job }) => setSpoken((last) => spokenJob(job) ?? last));
  return <VisuallyHidden aria-live="polite">{spoken}</VisuallyHidden>;
}

/** A document that lost pages is prepared again under its next revision. */
function statusOf({ status, revision }: DocumentRow): string {
  return `${revision} ${status}`;
}

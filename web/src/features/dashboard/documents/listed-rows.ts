import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { placeholders, type Upload } from '../upload/upload-steps.js';

/** A row of the list: a document, or an upload before its document is listed. */
export type ListedRow = { id: string; upload: Upload } | { id: string; document: DocumentRow };

/**
 * All documents and uploads, each once. Deleted documents stay hidden, even if late news brings them back.
 */
export function listedRows(
  documents: readonly DocumentRow[],
  uploads: readonly Upload[],
  deleted: ReadonlySet<string>,
): ListedRow[] {
  const listed = new Set(documents.map(({ orderId }) => orderId));
  return [
    ...placeholders(uploads, listed).map((upload) => ({ id: upload.orderId ?? upload.id, upload })),
    ...documents.map((document) => ({ id: document.orderId, document })),
  ].filter(({ id }) => !deleted.has(id));
}

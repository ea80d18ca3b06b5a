import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { placeholders, type Upload } from '../upload/upload-steps.js';

/** One line of the list: a document, or an upload that stands in for one. */
export type ListedRow = { id: string; upload: Upload } | { id: string; document: DocumentRow };

/** Documents and what is on its way to become one, each once; deleted ones are gone even where old news brings them. */
export function listedRows(
  documents: readonly DocumentRow[],
  uploads: readonly Upload[],
  gone: ReadonlySet<string>,
): ListedRow[] {
  const listed = new Set(documents.map(({ orderId }) => orderId));
  return [
    ...placeholders(uploads, listed).map((upload) => ({ id: upload.orderId ?? upload.id, upload })),
    ...documents.map((document) => ({ id: document.orderId, document })),
  ].filter(({ id }) => !gone.has(id));
}

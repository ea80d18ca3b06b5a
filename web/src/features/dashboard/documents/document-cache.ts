import type {
  DocumentRow,
  FetchDocumentsAnswer,
  FileMetadataAnswer,
  PrintOptions,
} from '@sixpence/contracts/http/documents';
import type { QueryClient } from '@tanstack/react-query';

/** The query key of the documents. The functions below change this cached answer. */
export const documentsKey = ['documents'];

/**
 * Puts the server's version of a document into the list. A new document, a new status, or a new revision
 * changes the space left. The space left is a part of the list, so the list is fetched again.
 */
export function putDocument(queries: QueryClient, document: DocumentRow): void {
  const known = queries.getQueryData<FetchDocumentsAnswer>(documentsKey)?.documents ?? [];
  const before = known.find(({ orderId }) => orderId === document.orderId);
  if (before?.status !== document.status || before.revision !== document.revision) fetchAgain(queries);
  change(queries, (rows) =>
    rows.some(({ orderId }) => orderId === document.orderId)
      ? rows.map((row) => (row.orderId === document.orderId ? document : row))
      : [...rows, document],
  );
}

/** Merges metadata into a document, and fetches the list again for the other fields. */
export function putMetadata(queries: QueryClient, orderId: string, metadata: FileMetadataAnswer): void {
  change(queries, (rows) => rows.map((row) => (row.orderId === orderId ? { ...row, ...metadata } : row)));
  fetchAgain(queries);
}

export function fetchAgain(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: documentsKey });
}

export function dropDocument(queries: QueryClient, orderId: string): void {
  change(queries, (rows) => rows.filter((row) => row.orderId !== orderId));
}

/** Changes the options of every document and the defaults for new documents. */
export function changeOptions(queries: QueryClient, part: Partial<PrintOptions>): void {
  change(queries, (rows) => rows.map((row) => ({ ...row, ...part })));
  queries.setQueryData<FetchDocumentsAnswer>(
    documentsKey,
    (answer) => answer && { ...answer, options: { ...answer.options, ...part } },
  );
}

export function changeOne(queries: QueryClient, orderId: string, part: Partial<DocumentRow>): void {
  change(queries, (rows) => rows.map((row) => (row.orderId === orderId ? { ...row, ...part } : row)));
}

function change(queries: QueryClient, by: (rows: DocumentRow[]) => DocumentRow[]): void {
  queries.setQueryData<FetchDocumentsAnswer>(
    documentsKey,
    (answer) => answer && { ...answer, documents: by(answer.documents) },
  );
}

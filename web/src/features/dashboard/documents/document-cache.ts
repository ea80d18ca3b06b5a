import type {
  DocumentRow,
  FetchDocumentsAnswer,
  FileMetadataAnswer,
  PrintOptions,
} from '@sixpence/contracts/http/documents';
import type { QueryClient } from '@tanstack/react-query';

/** Where the fetched documents are kept, and the ways in which news changes them. */
export const documentsKey = ['documents'];

/**
 * A document as the server has it now. One that was not known takes room, and so does what was made of one that is
 * prepared: the list, which says how much is left, is fetched again.
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

/** What a metadata question told; the list is fetched again for the rest. */
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

/** One-sided or two-sided, in colour or not: every document, and those to come. */
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

import type { FetchDocumentsAnswer, FileMetadataAnswer, Side } from '@sixpence/contracts/http/documents';
import type { ChosenPages } from '../pages/shown-pages.js';
import { get, post } from '../../../lib/http.js';

/** The calls of specification §7 about documents. */

export async function fetchDocuments(signal: AbortSignal): Promise<FetchDocumentsAnswer> {
  return get('/fetch-documents', undefined, signal);
}

export async function fetchMetadata(orderId: string, signal: AbortSignal): Promise<FileMetadataAnswer> {
  return get('/fetch-file-metadata', { uid: orderId }, signal);
}

export async function deleteDocument(orderId: string): Promise<void> {
  await post('/delete-document', { documents: [{ orderId }] });
}

export async function sendSides(side: Side): Promise<void> {
  await post('/set-print-sides', { sideOption: side === '2-Sided' ? 'yes' : 'no' });
}

export async function sendColor(isColor: boolean): Promise<void> {
  await post('/set-print-color', { colorOption: isColor ? 'Color' : 'Black-White' });
}

/**
 * Sends the choice of pages: `pages` stay, and `putBack` are printed pages that return to the document.
 * @throws Error when the answer is not the specified `success`
 */
export async function choosePages(orderId: string, { pages, putBack }: ChosenPages): Promise<void> {
  const { status } = await post('/remove-pages', {
    uid: orderId,
    pages_to_extract: pages,
    ...(putBack.length > 0 && { put_back: putBack }),
  });
  if (status !== 'success') throw new Error(`The choice of pages was not accepted: ${status}`);
}

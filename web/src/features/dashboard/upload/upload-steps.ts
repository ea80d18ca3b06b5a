/**
 * A file on its way: `waiting` for its turn, `sending` its bytes, `sent` and about to appear in the server's list.
 * One that fails is dropped from here and told about in an alert.
 */
export interface Upload {
  /** Ours until the server gives the document's own. */
  id: string;
  fileName: string;
  orderId?: string;
  step: 'waiting' | 'sending' | 'sent';
  /** 0 to 1. */
  share: number;
}

export type UploadNews =
  | { type: 'added'; files: { id: string; fileName: string }[] }
  | { type: 'addressed'; id: string; orderId: string }
  | { type: 'progress'; id: string; share: number }
  | { type: 'sent'; id: string }
  | { type: 'dropped'; ids: string[] };

export function uploadsAfter(uploads: readonly Upload[], news: UploadNews): readonly Upload[] {
  switch (news.type) {
    case 'added':
      return [...uploads, ...news.files.map((file): Upload => ({ ...file, step: 'waiting', share: 0 }))];
    case 'addressed':
      return changed(uploads, news.id, { orderId: news.orderId, step: 'sending', share: 0 });
    case 'progress':
      return changed(uploads, news.id, { share: news.share });
    case 'sent':
      return changed(uploads, news.id, { step: 'sent', share: 1 });
    case 'dropped':
      return uploads.filter(({ id }) => !news.ids.includes(id));
  }
}

/** Whether bytes are being sent: other actions wait until they are not. */
export function isSending(uploads: readonly Upload[]): boolean {
  return uploads.some(({ step }) => step !== 'sent');
}

/** The uploads that the server's list does not show yet; they stand in for their documents. */
export function placeholders(uploads: readonly Upload[], listed: ReadonlySet<string>): Upload[] {
  return uploads.filter(
    ({ orderId, step }) => step !== 'sent' || orderId === undefined || !listed.has(orderId),
  );
}

/** Uploads whose documents the server lists by now: those stand for themselves from here on, to their own end. */
export function arrived(uploads: readonly Upload[], listed: ReadonlySet<string>): string[] {
  return uploads
    .filter(({ orderId, step }) => step === 'sent' && orderId !== undefined && listed.has(orderId))
    .map(({ id }) => id);
}

function changed(uploads: readonly Upload[], id: string, part: Partial<Upload>): readonly Upload[] {
  return uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload));
}

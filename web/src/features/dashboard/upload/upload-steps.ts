/**
 * An upload: `waiting` for earlier files, `sending` its bytes, or `sent` and not yet in the server's list. A
 * failed upload is removed here and shown as an alert.
 */
export interface Upload {
  /** The page's own id; the row takes the document's id once the server has given one. */
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

/** Whether an upload is waiting or being sent, which locks other actions. */
export function isSending(uploads: readonly Upload[]): boolean {
  return uploads.some(({ step }) => step !== 'sent');
}

/** The uploads that the server's list does not contain yet. */
export function placeholders(uploads: readonly Upload[], listed: ReadonlySet<string>): Upload[] {
  return uploads.filter(
    ({ orderId, step }) => step !== 'sent' || orderId === undefined || !listed.has(orderId),
  );
}

/** The ids of sent uploads that the server's list contains now. Their documents replace them. */
export function arrived(uploads: readonly Upload[], listed: ReadonlySet<string>): string[] {
  return uploads
    .filter(({ orderId, step }) => step === 'sent' && orderId !== undefined && listed.has(orderId))
    .map(({ id }) => id);
}

function changed(uploads: readonly Upload[], id: string, part: Partial<Upload>): readonly Upload[] {
  return uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload));
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { deriveKey } from '../platform/keys/derive-key.js';

/** A document as one panel session shows it. */
export interface ShownDocument {
  panelSessionId: string;
  documentId: string;
  revision: number;
}

/** The address, relative to core's base, from which the agent of a job reads the document. */
export function documentPath(jobId: string, now: Date, secretKey: Uint8Array): string {
  const token = timedToken({ purpose: 'job-document', what: jobId }, lifeSeconds.jobDocument, now, secretKey);
  return `/agent/jobs/${jobId}/document?token=${token}`;
}

/** Whether the token is for this job and not expired. */
export function isDocumentToken(token: string, jobId: string, now: Date, secretKey: Uint8Array): boolean {
  return isTimedToken(token, { purpose: 'job-document', what: jobId }, now, secretKey);
}

/** The address from which the agent of a panel session reads the picture of a document's first page. */
export function picturePath(shown: ShownDocument, now: Date, secretKey: Uint8Array): string {
  const token = timedToken(pictureOf(shown), lifeSeconds.panelSession, now, secretKey);
  return `/agent/pictures/${shown.panelSessionId}/${shown.documentId}/${shown.revision}?token=${token}`;
}

/** Whether the token is for this document in this session and not expired. */
export function isPictureToken(
  token: string,
  shown: ShownDocument,
  now: Date,
  secretKey: Uint8Array,
): boolean {
  return isTimedToken(token, pictureOf(shown), now, secretKey);
}

interface Signed {
  /** Each purpose has its own key, so that a token is valid for one purpose only. */
  purpose: 'job-document' | 'document-picture';
  what: string;
}

function pictureOf({ panelSessionId, documentId, revision }: ShownDocument): Signed {
  return { purpose: 'document-picture', what: `${panelSessionId}\n${documentId}\n${revision}` };
}

function timedToken(signed: Signed, seconds: number, now: Date, secretKey: Uint8Array): string {
  const expires = Math.floor(now.getTime() / 1_000) + seconds;
  return `${expires}.${signature(signed, expires, secretKey)}`;
}

function isTimedToken(token: string, signed: Signed, now: Date, secretKey: Uint8Array): boolean {
  const [, expires = '', given = ''] = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  const right = Buffer.from(signature(signed, Number(expires), secretKey));
  const shown = Buffer.from(given);
  if (shown.length !== right.length || !timingSafeEqual(shown, right)) return false;
  return Number(expires) * 1_000 > now.getTime();
}

function signature({ purpose, what }: Signed, expires: number, secretKey: Uint8Array): string {
  const key = deriveKey(secretKey, purpose);
  return createHmac('sha256', key).update(`${what}\n${expires}`).digest('base64url');
}

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
  const token = timedToken(
    { purpose: 'job-document', subject: jobId },
    lifeSeconds.jobDocument,
    now,
    secretKey,
  );
  return `/agent/jobs/${jobId}/document?token=${token}`;
}

/** Whether the token is for this job and not expired. */
export function isDocumentToken(token: string, jobId: string, now: Date, secretKey: Uint8Array): boolean {
  return isTimedToken(token, { purpose: 'job-document', subject: jobId }, now, secretKey);
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
  subject: string;
}

function pictureOf({ panelSessionId, documentId, revision }: ShownDocument): Signed {
  return { purpose: 'document-picture', subject: `${panelSessionId}\n${documentId}\n${revision}` };
}

function timedToken(signed: Signed, seconds: number, now: Date, secretKey: Uint8Array): string {
  const expires = Math.floor(now.getTime() / 1_000) + seconds;
  return `${expires}.${signature(signed, expires, secretKey)}`;
}

function isTimedToken(token: string, signed: Signed, now: Date, secretKey: Uint8Array): boolean {
  const [, expires = '', tokenSignature = ''] = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  const expected = Buffer.from(signature(signed, Number(expires), secretKey));
  const actual = Buffer.from(tokenSignature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return false;
  return Number(expires) * 1_000 > now.getTime();
}

function signature({ purpose, subject }: Signed, expires: number, secretKey: Uint8Array): string {
  const key = deriveKey(secretKey, purpose);
  return createHmac('sha256', key).update(`${subject}\n${expires}`).digest('base64url');
}

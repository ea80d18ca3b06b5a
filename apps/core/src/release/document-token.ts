import { createHmac, timingSafeEqual } from 'node:crypto';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { deriveKey } from '../keys/derive-key.js';

/** The address at core, relative to its base, from which the agent of a job takes the document. */
export function documentPath(jobId: string, now: Date, secretKey: Uint8Array): string {
  const expires = Math.floor(now.getTime() / 1_000) + lifeSeconds.jobDocument;
  return `/agent/jobs/${jobId}/document?token=${expires}.${signature(jobId, expires, secretKey)}`;
}

/** Whether the token was made for this job and still holds. */
export function isDocumentToken(token: string, jobId: string, now: Date, secretKey: Uint8Array): boolean {
  const [, expires = '', signed = ''] = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  const right = Buffer.from(signature(jobId, Number(expires), secretKey));
  const given = Buffer.from(signed);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
  return Number(expires) * 1_000 > now.getTime();
}

function signature(jobId: string, expires: number, secretKey: Uint8Array): string {
  const key = deriveKey(secretKey, 'job-document');
  return createHmac('sha256', key).update(`${jobId}\n${expires}`).digest('base64url');
}

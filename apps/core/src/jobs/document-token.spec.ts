import { expect, test } from '@jest/globals';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { documentPath, isDocumentToken, isPictureToken, picturePath } from './document-token.js';

const key = Buffer.alloc(32, 7);
const now = new Date('2027-01-01T12:00:00Z');
const jobId = '11111111-1111-4111-8111-111111111111';
const tokenOf = (path: string) => new URL(path, 'http://core').searchParams.get('token')!;

test('a document path is valid for its job, for a limited time, and with its signature', () => {
  const token = tokenOf(documentPath(jobId, now, key));
  expect(isDocumentToken(token, jobId, now, key)).toBe(true);
  const expiry = new Date(now.getTime() + lifeSeconds.jobDocument * 1_000);
  expect(isDocumentToken(token, jobId, expiry, key)).toBe(false);
  expect(isDocumentToken(token, jobId.replace('1', '2'), now, key)).toBe(false);
  expect(isDocumentToken(token, jobId, now, Buffer.alloc(32, 8))).toBe(false);
  expect(isDocumentToken(token.replace(/^\d/, '9'), jobId, now, key)).toBe(false);
  for (const odd of ['', '.', 'x', `${token}x`]) expect(isDocumentToken(odd, jobId, now, key)).toBe(false);
});

test('a picture path is valid for one document in one session, and not for a job', () => {
  const picture = { panelSessionId: jobId, documentId: jobId.replace('1', '2'), revision: 1 };
  const token = tokenOf(picturePath(picture, now, key));
  expect(isPictureToken(token, picture, now, key)).toBe(true);
  for (const change of [{ panelSessionId: picture.documentId }, { documentId: jobId }, { revision: 2 }]) {
    expect(isPictureToken(token, { ...picture, ...change }, now, key)).toBe(false);
  }
  const expiry = new Date(now.getTime() + lifeSeconds.panelSession * 1_000);
  expect(isPictureToken(token, picture, expiry, key)).toBe(false);
  expect(isDocumentToken(token, `${picture.panelSessionId}\n${picture.documentId}\n1`, now, key)).toBe(false);
});

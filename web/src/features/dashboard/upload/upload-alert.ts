import { HttpFailure } from '../../../lib/http.js';
import { PutFailure } from './put-file.js';

/** The two sentences of specification §8 about uploads, and what to do about them. */
export interface UploadAlert {
  sentence: 'File type not supported' | 'File upload failed.';
  advice: string;
}

/** A file that was not taken; the status is 415 for one that the page itself refused, 0 where nobody answered. */
export interface RefusedFile {
  fileName: string;
  status: number;
}

export function refusedFile(fileName: string, error: unknown): RefusedFile {
  const isAnswer = error instanceof HttpFailure || error instanceof PutFailure;
  return { fileName, status: isAnswer ? error.status : 0 };
}

/** What to say of the files that were not taken: once for all that the same thing helps. */
export function alertsOf(refused: readonly RefusedFile[]): UploadAlert[] {
  const namesByRemedy = new Map<string, string[]>();
  for (const { fileName, status } of refused) {
    const remedy = remedyFor(status);
    namesByRemedy.set(remedy, [...(namesByRemedy.get(remedy) ?? []), fileName]);
  }
  return [...namesByRemedy].map(([remedy, fileNames]) =>
    remedy === typeRemedy
      ? { sentence: 'File type not supported', advice: `${listed(fileNames)} cannot be printed. ${remedy}` }
      : { sentence: 'File upload failed.', advice: `${listed(fileNames)}: not sent. ${remedy}` },
  );
}

const typeRemedy = 'A PDF or a picture always works.';

function remedyFor(status: number): string {
  if (status === 415) return typeRemedy;
  if (status === 0) return 'Check your connection and try again.';
  if (status === 413) return 'It is larger than 50 MB: make it smaller, or split it.';
  if (status === 409) return 'You have no room left for it: delete some documents, then try again.';
  if (status === 507) return 'Our storage is full for the moment: try again in a minute.';
  if (status === 429) return 'That was a lot at once: wait a minute, then try again.';
  if (status === 400) return 'Give the file a plain name and try again.';
  return 'Try again in a minute.';
}

function listed(fileNames: readonly string[]): string {
  const [first = '', ...others] = fileNames;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

import { HttpFailure } from '../../../lib/http.js';
import { PutFailure } from './put-file.js';
import { remedyFor, saysTypes, uploadAdvice, uploadSentences } from './upload-words.js';

/** One of the two sentences of specification §8 about uploads, and what to do about it. */
export interface UploadAlert {
  sentence: (typeof uploadSentences)[keyof typeof uploadSentences];
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
    const remedy = remedyFor(status, fileName);
    namesByRemedy.set(remedy, [...(namesByRemedy.get(remedy) ?? []), fileName]);
  }
  return [...namesByRemedy].map(([remedy, fileNames]) => ({
    sentence: saysTypes(remedy) ? uploadSentences.notSupported : uploadSentences.failed,
    advice: uploadAdvice(fileNames, remedy),
  }));
}

import { HttpFailure } from '../../../lib/http.js';
import { PutFailure } from './put-file.js';
import { remedies, uploadSentences } from '../dashboard-words.en.js';

/** One of the two sentences of specification §8 about uploads, with advice. */
export interface UploadAlert {
  sentence: (typeof uploadSentences)[keyof typeof uploadSentences];
  advice: string;
}

/** A file that failed. The status is 415 when the page itself refused it, and 0 when there was no answer. */
export interface RefusedFile {
  fileName: string;
  status: number;
}

export function refusedFile(fileName: string, error: unknown): RefusedFile {
  const isAnswer = error instanceof HttpFailure || error instanceof PutFailure;
  return { fileName, status: isAnswer ? error.status : 0 };
}

/** The alerts for files that failed: one for all files with the same advice. */
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

/** The advice for an HTTP status; 0 means no answer. */
function remedyFor(status: number, fileName: string): string {
  if (status === 415) return /\.hei[cf]$/i.test(fileName) ? remedies.heic : remedies.type;
  const byStatus: Readonly<Record<number, string>> = remedies.of;
  return byStatus[status] ?? remedies.other;
}

/** Names the files that failed, with the advice. */
function uploadAdvice(fileNames: readonly string[], remedy: string): string {
  const names = fileNames.join(', ');
  return saysTypes(remedy) ? remedies.cannotPrint(names, remedy) : remedies.notSent(names, remedy);
}

/** Whether the advice is about the type of the file. */
function saysTypes(remedy: string): boolean {
  return remedy === remedies.type || remedy === remedies.heic;
}

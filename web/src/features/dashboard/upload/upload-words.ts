import { inLanguage } from '@sixpence/theme/language';

export const uploadWords = inLanguage('uploadWords', {
  drop: 'Upload documents here',
  hint: (accepted: string) => `Click, drop, or paste. ${accepted}; 50 MB each.`,
  camera: 'Take a photo',
  shared: (fileNames: string) => `Shared with Sixpence: ${fileNames}`,
  sendShared: 'Upload',
  leaveShared: 'Leave out',
});

/** The two sentences of specification §8 about uploads. */
export const uploadSentences = inLanguage('uploadSentences', {
  notSupported: 'File type not supported',
  failed: 'File upload failed.',
});

const byStatus: Readonly<Record<number, string>> = {
  0: 'Check your connection and try again.',
  400: 'Give the file a plain name and try again.',
  409: 'You have no room left for it: delete some documents, then try again.',
  413: 'It is larger than 50 MB: make it smaller, or split it.',
  429: 'That was a lot at once: wait a minute, then try again.',
  507: 'Our storage is full for the moment: try again in a minute.',
};

/** Advice for a failed upload; `of` by the HTTP status. */
export const remedies = inLanguage('uploadRemedies', {
  type: 'A PDF or a JPEG always works.',
  heic: 'These are HEIC pictures, as iPhones make them: share them as JPEG, or choose Settings, Camera, Formats, Most Compatible.',
  other: 'Try again in a minute.',
  of: byStatus,
  cannotPrint: (fileNames: string, remedy: string) => `${fileNames} cannot be printed. ${remedy}`,
  notSent: (fileNames: string, remedy: string) => `${fileNames}: not sent. ${remedy}`,
});

/** The advice for an HTTP status; 0 means no answer. */
export function remedyFor(status: number, fileName: string): string {
  if (status === 415) return /\.hei[cf]$/i.test(fileName) ? remedies.heic : remedies.type;
  return remedies.of[status] ?? remedies.other;
}

/** Names the files that failed, with the advice. */
export function uploadAdvice(fileNames: readonly string[], remedy: string): string {
  const names = fileNames.join(', ');
  return saysTypes(remedy) ? remedies.cannotPrint(names, remedy) : remedies.notSent(names, remedy);
}

/** Whether the advice is about the type of the file. */
export function saysTypes(remedy: string): boolean {
  return remedy === remedies.type || remedy === remedies.heic;
}

/** What the place where files are dropped says. */
export const uploadWords = {
  drop: 'Upload documents here',
  hint: (accepted: string) => `Click, drop, or paste. ${accepted}; 50 MB each.`,
  camera: 'Take a photo',
};

/** The two sentences of specification §8 about uploads. */
export const uploadSentences = {
  notSupported: 'File type not supported',
  failed: 'File upload failed.',
} as const;

/** What helps against a file that no page and no server takes. */
const typeRemedy = 'A PDF or a JPEG always works.';
const heicRemedy =
  'These are HEIC pictures, as iPhones make them: share them as JPEG, or choose Settings, Camera, Formats, Most Compatible.';

/** What helps, by the status of the refusal; 0 where nobody answered. */
export function remedyFor(status: number, fileName: string): string {
  if (status === 415) return /\.hei[cf]$/i.test(fileName) ? heicRemedy : typeRemedy;
  if (status === 0) return 'Check your connection and try again.';
  if (status === 413) return 'It is larger than 50 MB: make it smaller, or split it.';
  if (status === 409) return 'You have no room left for it: delete some documents, then try again.';
  if (status === 507) return 'Our storage is full for the moment: try again in a minute.';
  if (status === 429) return 'That was a lot at once: wait a minute, then try again.';
  if (status === 400) return 'Give the file a plain name and try again.';
  return 'Try again in a minute.';
}

/** Which files could not be printed, or were not sent, and what helps. */
export function uploadAdvice(fileNames: readonly string[], remedy: string): string {
  const names = fileNames.join(', ');
  return saysTypes(remedy) ? `${names} cannot be printed. ${remedy}` : `${names}: not sent. ${remedy}`;
}

/** Whether it is the type of a file that is to blame. */
export function saysTypes(remedy: string): boolean {
  return remedy === typeRemedy || remedy === heicRemedy;
}

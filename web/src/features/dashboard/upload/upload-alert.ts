import { HttpFailure } from '../../../lib/http.js';
import { PutFailure } from './put-file.js';

/** The two sentences of specification §8 about uploads, and what to do about them. */
export interface UploadAlert {
  sentence: 'File type not supported' | 'File upload failed.';
  advice: string;
}

export function typeAlert(fileNames: readonly string[]): UploadAlert {
  return {
    sentence: 'File type not supported',
    advice: `${listed(fileNames)} cannot be printed as it is. Use a PDF, an office document, or a picture.`,
  };
}

/** What to say of a file that was not taken. */
export function failureAlert(fileName: string, error: unknown): UploadAlert {
  const status = error instanceof HttpFailure || error instanceof PutFailure ? error.status : 0;
  if (status === 415) return typeAlert([fileName]);
  return { sentence: 'File upload failed.', advice: `${fileName} was not sent. ${remedyFor(status)}` };
}

function remedyFor(status: number): string {
  if (status === 0) return 'Check your connection and try again.';
  if (status === 413) return 'It is larger than 50 MB: make it smaller or split it.';
  if (status === 409) return 'You have reached the limit of documents: delete some, then try again.';
  if (status === 429) return 'That was a lot at once: wait a minute, then try again.';
  if (status === 400) return 'Give the file a plain name and try again.';
  return 'Try again in a minute.';
}

function listed(fileNames: readonly string[]): string {
  const [first = '', ...others] = fileNames;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

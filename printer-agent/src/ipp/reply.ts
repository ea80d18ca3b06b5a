import { IppError } from './errors.js';
import type { Message } from './codec/message.js';

/** A decoded reply, and its bytes: an error about its contents keeps the first of them for the log. */
export interface Reply {
  readonly message: Message;
  readonly bytes: Uint8Array;
}

export function garbage(reply: Reply, problem: string): IppError {
  return new IppError('garbage', `the reply makes no sense: ${problem}`, { reply: reply.bytes });
}

/**
 * Text of a printer as it may be shown and logged: without control characters, escape sequences, and marks that turn
 * the direction of writing, and not longer than `limit` characters.
 */
export function shownText(text: string, limit: number): string {
  const plain = text
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return Array.from(plain).slice(0, limit).join('');
}

/** The words among `texts` that are IPP keywords or media types; whatever else stood there is dropped. */
export function plainWords(texts: readonly string[]): string[] {
  return texts.filter((text) => /^[A-Za-z0-9][\w.+/:-]{0,254}$/.test(text));
}

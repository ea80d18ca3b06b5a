import { IppError } from './errors.js';
import type { Message } from './codec/message.js';

/** A decoded reply and its bytes, because an error about the reply keeps the first bytes for the log. */
export interface Reply {
  readonly message: Message;
  readonly bytes: Uint8Array;
}

export function garbage(reply: Reply, problem: string): IppError {
  return new IppError('garbage', `the reply makes no sense: ${problem}`, { reply: reply.bytes });
}

/**
 * A printer's text made safe to show and log: without control characters, escape sequences, and marks that
 * change the writing direction, and at most `limit` characters long.
 */
export function shownText(text: string, limit: number): string {
  const plain = text
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return Array.from(plain).slice(0, limit).join('');
}

/** The items of `texts` that look like IPP keywords, media types, or URIs. Other items are dropped. */
export function plainWords(texts: readonly string[]): string[] {
  return texts.filter((text) => /^[A-Za-z0-9][\w.+/:-]{0,254}$/.test(text));
}

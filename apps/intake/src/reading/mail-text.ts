import { limits } from '../limits.js';
import { htmlText } from './html-text.js';
import type { Message, Node } from './message.js';

/** The printable text of a mail: sender, date, subject, then its text. Undefined when it has no text. */
export function mailText({ headers, date, tree }: Omit<Message, 'attachments'>): string | undefined {
  const text = textOf(tree).trim();
  if (text === '') return undefined;
  const lines = {
    From: shownHeader(headers.get('from')),
    Date: date,
    Subject: shownHeader(headers.get('subject')),
  };
  const head = Object.entries(lines).flatMap(([name, value]) => (value === '' ? [] : `${name}: ${value}`));
  return [...head, '', text].join('\n');
}

/** Every text of the mail in its original form; HTML stays HTML. */
export function* rawTexts(node: Node): Generator<string> {
  const { children } = node;
  yield rawTextOf(node);
  for (const child of children) yield* rawTexts(child);
}

function rawTextOf({ textContent = '' }: Node): string {
  return textContent.slice(0, limits.textCharacters);
}

function textOf(node: Node): string {
  const { contentType, isAttachment, children } = node;
  if (children.length === 0) {
    if (isAttachment) return '';
    return contentType === 'text/html' ? htmlText(rawTextOf(node)) : rawTextOf(node);
  }
  if (contentType === 'multipart/alternative') return textOfAlternatives(children);
  return children
    .map(textOf)
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

/**
 * The alternatives have the same content. Plain text is preferred, because it is made to be read as text;
 * otherwise the last alternative that has text, which is the richest (RFC 2046, 5.1.4).
 */
function textOfAlternatives(children: readonly Node[]): string {
  const plain = children.find(
    ({ contentType, textContent = '' }) => contentType === 'text/plain' && textContent.trim() !== '',
  );
  if (plain) return textOf(plain);
  for (const child of children.toReversed()) {
    const text = textOf(child);
    if (text.trim() !== '') return text;
  }
  return '';
}

function shownHeader(value: unknown): string {
  if (typeof value === 'string') return value;
  const { text } = (value ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

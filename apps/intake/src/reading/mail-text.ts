import { limits } from '../limits.js';
import { htmlText } from './html-text.js';
import type { Message, Node } from './message.js';

/** What a mail says: who wrote it when about what, then its text. Undefined when it has no text. */
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

/** Every text of the mail as it is written there, HTML as HTML. */
export function* writtenTexts(node: Node): Generator<string> {
  const { children } = node;
  yield writtenIn(node);
  for (const child of children) yield* writtenTexts(child);
}

function writtenIn({ textContent = '' }: Node): string {
  return textContent.slice(0, limits.textCharacters);
}

function textOf(node: Node): string {
  const { contentType, isAttachment, children } = node;
  if (children.length === 0) {
    if (isAttachment) return '';
    return contentType === 'text/html' ? htmlText(writtenIn(node)) : writtenIn(node);
  }
  if (contentType === 'multipart/alternative') return ofAlternatives(children);
  return children
    .map(textOf)
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

/** They say the same. Plain text is what its program means to be read as text; the last one is the fullest. */
function ofAlternatives(children: readonly Node[]): string {
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

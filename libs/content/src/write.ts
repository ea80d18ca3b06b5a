import type { PagePath } from '@sixpence/contracts/pages';
import type { Block, Card, Piece, Step, Text } from './content.js';

/** Writes text with links and strong words in it: ``say`Press ${strong('PRINT')}.` `` */
export function say(words: TemplateStringsArray, ...between: readonly Piece[]): Text {
  return words.flatMap((plain, at) => {
    const piece = between[at];
    return [...(plain === '' ? [] : [plain]), ...(piece === undefined ? [] : [piece])];
  });
}

export function strong(words: string): Piece {
  return { strong: words };
}

/** A link in a text. Its words are the page's link name, unless `words` replaces them. */
export function to(path: PagePath, words?: string, anchor?: string): Piece {
  return { to: path, ...(words === undefined ? {} : { words }), ...(anchor === undefined ? {} : { anchor }) };
}

export function paragraph(words: TemplateStringsArray, ...between: readonly Piece[]): Block {
  return { kind: 'paragraph', text: say(words, ...between) };
}

export function note(words: TemplateStringsArray, ...between: readonly Piece[]): Block {
  return { kind: 'note', text: say(words, ...between) };
}

export function heading(anchor: string, words: string): Block {
  return { kind: 'heading', anchor, words };
}

/** Steps in order. The name of each step is its anchor. */
export function steps(byAnchor: Readonly<Record<string, Text>>): Block {
  return {
    kind: 'steps',
    steps: Object.entries(byAnchor).map(([anchor, text]): Step => ({ anchor, text })),
  };
}

export function list(...items: readonly Text[]): Block {
  return { kind: 'list', items };
}

export function cards(...all: readonly Card[]): Block {
  return { kind: 'cards', cards: all };
}

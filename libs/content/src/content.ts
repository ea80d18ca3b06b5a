import type { ListedPath, PagePath } from '@sixpence/contracts/pages';

/** A piece of text: plain, strong, or a link to a page of the site and maybe to a place on it. */
export type Piece = string | { strong: string } | { to: PagePath; anchor?: string; words?: string };

/** Text as it is read. `say` writes it. */
export type Text = readonly Piece[];

/** One thing to do. Its anchor is where links lead that name this step. */
export interface Step {
  anchor: string;
  text: Text;
}

/** One of several things side by side: who a solution is for, what the service does. */
export interface Card {
  anchor: string;
  title: string;
  text: Text;
}

/** The pictures that the site draws from its own components. */
export const pictureNames = ['code', 'keypad', 'pages', 'price', 'shortfall', 'home'] as const;
export type PictureName = (typeof pictureNames)[number];

export type Block =
  | { kind: 'paragraph'; text: Text }
  /** Begins a part of the page; the anchor is where links to it lead. */
  | { kind: 'heading'; anchor: string; words: string }
  | { kind: 'steps'; steps: readonly Step[] }
  | { kind: 'list'; items: readonly Text[] }
  | { kind: 'cards'; cards: readonly Card[] }
  /** What a hurried reader must not miss. */
  | { kind: 'note'; text: Text }
  /** What the reader sees there; the caption says it in words. */
  | { kind: 'picture'; picture: PictureName; caption: string }
  /** The way on from here. */
  | { kind: 'link'; to: PagePath; words: string }
  /** Who runs the service, as core says it: name, address, VAT number, e-mail address. */
  | { kind: 'seller' };

/**
 * What one page says, without how it looks: the site draws it, and search reads it. Its title stands in the
 * table of pages (`@sixpence/contracts/pages`), its description in that of descriptions.
 */
export interface Content {
  path: ListedPath;
  /** The day on which what it says was last changed, as in `2026-11-23`. */
  changed: string;
  blocks: readonly Block[];
  /** Where to read on. */
  seeAlso?: readonly PagePath[];
}

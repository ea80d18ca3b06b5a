import type { ListedPath, PagePath } from '@sixpence/contracts/pages';

/** A piece of text: plain, strong, or a link to a page of the site, optionally to an anchor on it. */
export type Piece = string | { strong: string } | { to: PagePath; anchor?: string; words?: string };

/** A text for readers. `say` creates it. */
export type Text = readonly Piece[];

/** One step of an instruction. Links to this step use its anchor. */
export interface Step {
  anchor: string;
  text: Text;
}

/** One of several cards beside each other, such as the uses of a solution or the parts of the service. */
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
  /** Begins a section of the page; links to the section use its anchor. */
  | { kind: 'heading'; anchor: string; words: string }
  | { kind: 'steps'; steps: readonly Step[] }
  | { kind: 'list'; items: readonly Text[] }
  | { kind: 'cards'; cards: readonly Card[] }
  /** A note for readers in a hurry. */
  | { kind: 'note'; text: Text }
  /** A picture of the screen; the caption says the same in words. */
  | { kind: 'picture'; picture: PictureName; caption: string }
  /** A link to the next page to read. */
  | { kind: 'link'; to: PagePath; words: string }
  /** The operator of the service, from core: name, address, VAT number, e-mail address. */
  | { kind: 'seller' };

/**
 * The content of one page without its layout. The site draws it, and the search reads it. Its title is in the
 * table of pages (`@sixpence/contracts/pages`), its description in the table of descriptions.
 */
export interface Content {
  path: ListedPath;
  /** The day of the last change of the content, as in `2026-11-23`. */
  changed: string;
  blocks: readonly Block[];
  /** Related pages. */
  seeAlso?: readonly PagePath[];
}

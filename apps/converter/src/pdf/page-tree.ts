import { PDFArray, PDFDict, PDFName, type PDFDocument, type PDFObject } from './pdf-lib.js';
import { limits } from '../limits.js';
import { Unconvertible } from '../unconvertible.js';
import { setPageBox } from './page-box.js';

/** Entries that a page inherits from the nodes above it (ISO 32000-1, table 30). */
const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
const own = ['Contents', 'Group', 'UserUnit'];

/** The most nodes of a tree. Nodes without pages count as well; ordinary documents are far below. */
const maxNodes = 20_000;
const maxDepth = 100;

export interface PageNode {
  node: PDFDict;
  /** The entries of a page, inherited ones included; no other entry is kept. */
  entries: Map<PDFName, PDFObject>;
}

/**
 * The pages of a document in order, by walking its tree. Counts that the file states are not trusted. A page
 * that is reached twice counts twice, as it would print.
 * @throws Unconvertible `too-many-pages` as soon as there is one too many, `damaged` when there is none or
 *   the tree is broken, `too-large` when the box of a page is too large
 */
export function walkPages(document: PDFDocument): PageNode[] {
  const pages: PageNode[] = [];
  let nodes = 0;

  function visit(node: PDFDict, above: Map<PDFName, PDFObject>, path: readonly PDFDict[]): void {
    nodes += 1;
    if (nodes > maxNodes || path.length > maxDepth || path.includes(node)) throw new Unconvertible('damaged');
    const inherited = new Map([...above, ...entriesOf(node, inheritable)]);
    const kids = node.lookup(PDFName.of('Kids'));
    if (!(kids instanceof PDFArray)) {
      const entries = new Map([...inherited, ...entriesOf(node, own)]);
      setPageBox(document.context, entries);
      pages.push({ node, entries });
      if (pages.length > limits.pages) throw new Unconvertible('too-many-pages');
      return;
    }
    for (let index = 0; index < kids.size(); index += 1) {
      const kid = kids.lookup(index);
      if (kid instanceof PDFDict) visit(kid, inherited, [...path, node]);
    }
  }

  const root = document.catalog.lookup(PDFName.of('Pages'));
  if (root instanceof PDFDict) visit(root, new Map(), []);
  if (pages.length === 0) throw new Unconvertible('damaged');
  return pages;
}

function entriesOf(node: PDFDict, names: string[]): [PDFName, PDFObject][] {
  return names.flatMap((name) => {
    const key = PDFName.of(name);
    const value = node.get(key);
    return value === undefined ? [] : [[key, value] as [PDFName, PDFObject]];
  });
}

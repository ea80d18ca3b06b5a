import { PDFName, type PDFDict, type PDFDocument } from './pdf-lib.js';
import { Unconvertible } from '../unconvertible.js';
import { notesOf, undrawnOf, removeReferences } from './annotations.js';
import { copyWithForm } from './clean-copy.js';
import { loadPdf } from './load.js';
import { hasMissingFonts, missingFontsOf } from './fonts/missing-fonts.js';
import { canBeDrawn } from './note-letters.js';
import { walkPages, type PageNode } from './page-tree.js';
import { drawAnew } from './poppler.js';
import { substitute } from './fonts/substitutes.js';

/**
 * Finds pages that no printer could print as intended, because the document names fonts that it does not
 * embed, or has notes and fields without a drawing. Maps each of them to a redrawn page with all that it
 * needs.
 * @throws Unconvertible `missing-font` when no font fits; MissingProgram
 */
export async function redrawIncomplete(
  document: PDFDocument,
  pages: readonly PageNode[],
): Promise<Map<PageNode, PageNode>> {
  const fonts = new Set<PDFDict>();
  const mayMiss = hasMissingFonts(document);
  const incomplete = pages.filter((page) => {
    const missing = mayMiss ? missingFontsOf(page) : [];
    for (const font of missing) fonts.add(font);
    const undrawn = undrawnOf(document, page.node);
    if (!undrawn.every((note) => canBeDrawn(document, note))) throw new Unconvertible('missing-font');
    return missing.length > 0 || undrawn.length > 0;
  });
  if (incomplete.length === 0) return new Map();
  for (const font of fonts) await substitute(font);
  removeReferences(document);
  const drawn = await drawAnew(await copyWithForm(document, incomplete.map(withNotes)));
  return pairs(incomplete, walkPages(await loadPdf(drawn)));
}

function withNotes(page: PageNode): PageNode {
  const notes = page.node.context.obj(notesOf(page.node));
  return { ...page, entries: new Map([...page.entries, [PDFName.of('Annots'), notes]]) };
}

function pairs(originals: readonly PageNode[], drawn: readonly PageNode[]): Map<PageNode, PageNode> {
  const unit = PDFName.of('UserUnit');
  return new Map(
    originals.map((original, at) => {
      const page = drawn[at];
      if (!page || drawn.length !== originals.length) throw new Unconvertible('damaged');
      // The page's unit is the only entry that a redrawing does not contain.
      const units = original.entries.get(unit);
      if (units) page.entries.set(unit, units);
      return [original, page];
    }),
  );
}

import type { Block, Content } from './content.js';
import { linesOf } from './plain-text.js';

/**
 * A section of a page, from one heading to the next. The section before the first heading has neither heading
 * nor anchor.
 */
export interface Section {
  heading?: string;
  anchor?: string;
  /** The section's text, without formatting. */
  text: string;
}

/** Splits a page into its sections. */
export function sectionsOf(content: Content): Section[] {
  const parts: Block[][] = [[]];
  for (const block of content.blocks) {
    if (block.kind === 'heading') parts.push([block]);
    else parts.at(-1)?.push(block);
  }
  return parts.filter((part) => part.length > 0).map(sectionOf);
}

function sectionOf([first, ...others]: readonly Block[]): Section {
  const heading = first?.kind === 'heading' ? { heading: first.words, anchor: first.anchor } : {};
  const blocks = first === undefined || first.kind === 'heading' ? others : [first, ...others];
  return { ...heading, text: linesOf(blocks).join(' ') };
}

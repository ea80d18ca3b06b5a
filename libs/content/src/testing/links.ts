import type { PagePath } from '@sixpence/contracts/pages';
import type { Block, Content, Text } from '../content.js';

/** The target of a link: a page, and optionally an anchor on it. */
export interface Target {
  to: PagePath;
  anchor?: string;
}

/** The anchors of a page. */
export function anchorsOf({ blocks }: Content): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'heading') return [block.anchor];
    if (block.kind === 'steps') return block.steps.map(({ anchor }) => anchor);
    return block.kind === 'cards' ? block.cards.map(({ anchor }) => anchor) : [];
  });
}

/** All links of a page. */
export function linksOf({ blocks, seeAlso = [] }: Content): Target[] {
  const ofLinkBlocks = blocks.flatMap((block) => (block.kind === 'link' ? [{ to: block.to }] : []));
  const inTexts = blocks.flatMap(textsOf).flatMap((text) =>
    text.flatMap((piece): Target[] => {
      if (typeof piece === 'string' || 'strong' in piece) return [];
      return [{ to: piece.to, ...(piece.anchor === undefined ? {} : { anchor: piece.anchor }) }];
    }),
  );
  return [...inTexts, ...ofLinkBlocks, ...seeAlso.map((path) => ({ to: path }))];
}

function textsOf(block: Block): readonly Text[] {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return [block.text];
    case 'steps':
      return block.steps.map(({ text }) => text);
    case 'list':
      return block.items;
    case 'cards':
      return block.cards.map(({ text }) => text);
    default:
      return [];
  }
}

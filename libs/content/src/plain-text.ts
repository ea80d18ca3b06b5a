import { linkTo } from '@sixpence/contracts/pages';
import type { Block, Text } from './content.js';

/** Text without its formatting. */
export function plain(text: Text): string {
  return text
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      return 'strong' in piece ? piece.strong : (piece.words ?? linkTo(piece.to));
    })
    .join('');
}

/** The words of blocks, as plain lines. */
export function linesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap(linesOfBlock);
}

function linesOfBlock(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return [plain(block.text)];
    case 'heading':
      return [block.words];
    case 'steps':
      return block.steps.map(({ text }) => plain(text));
    case 'list':
      return block.items.map(plain);
    case 'cards':
      return block.cards.flatMap(({ title, text }) => [title, plain(text)]);
    case 'picture':
      return [block.caption];
    case 'link':
      return [block.words];
    case 'seller':
      return [];
  }
}

import type { Piece, Text } from '@sixpence/content/content';
import { PageLink } from '../page-link.js';

export function ContentText({ text }: { text: Text }) {
  // The text never changes, so the index of a piece can be its key.
  return text.map((piece, index) => <TextPiece key={index} piece={piece} />);
}

function TextPiece({ piece }: { piece: Piece }) {
  if (typeof piece === 'string') return piece;
  if ('strong' in piece) return <strong>{piece.strong}</strong>;
  return (
    <PageLink to={piece.to} anchor={piece.anchor}>
      {piece.words}
    </PageLink>
  );
}

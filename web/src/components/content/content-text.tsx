import type { Piece, Text } from '@sixpence/content/content';
import { PageLink } from '../page-link.js';

/** Text with its strong words and its links. */
export function ContentText({ text }: { text: Text }) {
  // A text is data that never changes: its pieces have no names but their places.
  return text.map((piece, place) => <TextPiece key={place} piece={piece} />);
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

import { Refusal } from '@sixpence/contracts/refusals';

/**
 * Yields at most `maxBytes` bytes and, with `exactBytes`, exactly that many.
 * @throws Refusal `storage.too-large` as soon as the limit is passed, `storage.signature` for another length
 */
export async function* limited(
  source: AsyncIterable<Uint8Array>,
  { maxBytes, exactBytes }: { maxBytes: number; exactBytes: number | undefined },
): AsyncGenerator<Uint8Array> {
  let taken = 0;
  for await (const piece of source) {
    taken += piece.length;
    if (taken > maxBytes) throw tooLarge(maxBytes);
    if (exactBytes !== undefined && taken > exactBytes) throw differentLength();
    yield piece;
  }
  if (exactBytes !== undefined && taken !== exactBytes) throw differentLength();
}

export function tooLarge(maxBytes: number): Refusal {
  return new Refusal('storage.too-large', `The file is larger than ${Math.floor(maxBytes / 1024 ** 2)} MB.`);
}

function differentLength(): Refusal {
  return new Refusal('storage.signature', 'The file has another length than was announced.');
}

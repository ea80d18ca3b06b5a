import { Refusal } from '@sixpence/contracts/refusals';

/** Compares digests. @throws Refusal `storage.differs` when the later bytes differ from the first */
export function mustBeSame(first: Buffer | null, later: Buffer): void {
  if (!first?.equals(later)) throw new Refusal('storage.differs');
}

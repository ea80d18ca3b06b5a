import { Refusal } from '@sixpence/contracts/refusals';

/** @throws Refusal `storage.differs` when the later bytes are not the first ones */
export function mustBeSame(first: Buffer | null, later: Buffer): void {
  if (!first?.equals(later)) throw new Refusal('storage.differs');
}

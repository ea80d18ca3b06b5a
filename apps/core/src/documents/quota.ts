import { documentLimits } from '@sixpence/contracts/limits';
import { Refusal } from '@sixpence/contracts/refusals';

/** What a person has at this moment. */
export interface ActiveAmount {
  /** Uploads that have begun and not arrived included. */
  documents: number;
  bytes: number;
  awaited: number;
  /** Until the first of the awaited uploads is given up. */
  firstLapseSeconds: number;
}

const { activeDocuments, activeBytes } = documentLimits;

/**
 * @throws Refusal `document.quota` when one more document of this size would be too much; `request.too-many` when it
 * would fit as soon as uploads that never arrived are given up
 */
export function keepWithinQuota(present: ActiveAmount, moreBytes: number): void {
  const fits = present.bytes + moreBytes <= activeBytes;
  if (fits && present.documents < activeDocuments) return;
  if (fits && present.documents - present.awaited < activeDocuments) {
    throw new Refusal(
      'request.too-many',
      'Too many uploads have begun and not arrived. Please try again later, or delete some documents.',
      Math.max(1, Math.ceil(present.firstLapseSeconds)),
    );
  }
  throw new Refusal(
    'document.quota',
    `You can have ${activeDocuments} documents and 500 MB at a time. Please delete some first.`,
  );
}

/** How much more there may be. */
export function leftOf({ documents, bytes }: ActiveAmount): { documents: number; bytes: number } {
  return {
    documents: Math.max(0, activeDocuments - documents),
    bytes: Math.max(0, activeBytes - bytes),
  };
}

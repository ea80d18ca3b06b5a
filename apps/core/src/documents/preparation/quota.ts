import { documentLimits } from '@sixpence/contracts/limits';
import { Refusal } from '@sixpence/contracts/refusals';

/** What a person has at this moment. */
export interface ActiveAmount {
  /** Uploads that have begun and not arrived included. */
  documents: number;
  /** What is stored, originals and the largest that was made of each in one try, and what is being received. */
  bytes: number;
  /** What other tries have stored besides, until one of them counts: the converter was ended, or made way. */
  repeatedBytes: number;
  /** Of these, the uploads that have not arrived, and what is being received of them. */
  awaited: number;
  awaitedBytes: number;
  /** Until the first of the awaited uploads is given up. */
  firstLapseSeconds: number;
}

const { activeDocuments, activeBytes } = documentLimits;

/**
 * @throws Refusal `document.quota` when one more document of this size would be too much; `request.too-many` when it
 * would fit as soon as uploads that never arrived are given up
 */
export function keepWithinQuota(present: ActiveAmount, moreBytes: number): void {
  if (hasRoom(present, moreBytes)) return;
  if (hasRoom(arrivedOf(present), moreBytes)) {
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

/**
 * Whether all that is stored may be; what is still being received is not there yet, and may give way. Nobody pays with
 * their room for a conversion that is tried again, but neither is that without end.
 */
export function isStoredWithinQuota(present: ActiveAmount): boolean {
  return arrivedOf(present).bytes <= activeBytes && present.repeatedBytes <= activeBytes;
}

/** How much more there may be. */
export function leftOf({ documents, bytes }: ActiveAmount): { documents: number; bytes: number } {
  return {
    documents: Math.max(0, activeDocuments - documents),
    bytes: Math.max(0, activeBytes - bytes),
  };
}

type Amount = Pick<ActiveAmount, 'documents' | 'bytes'>;

function hasRoom({ documents, bytes }: Amount, moreBytes: number): boolean {
  return documents < activeDocuments && bytes + moreBytes <= activeBytes;
}

function arrivedOf({ documents, bytes, awaited, awaitedBytes }: ActiveAmount): Amount {
  return { documents: documents - awaited, bytes: bytes - awaitedBytes };
}

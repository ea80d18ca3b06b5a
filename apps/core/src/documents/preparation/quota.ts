import { documentLimits } from '@sixpence/contracts/limits';
import { Refusal } from '@sixpence/contracts/refusals';

/** How much of the quota a person uses at this moment. */
export interface ActiveAmount {
  /** Includes uploads that have begun and whose bytes have not arrived. */
  documents: number;
  /** Stored originals, the largest attempt's files for each revision, and bytes in transit. */
  bytes: number;
  /**
   * Stored files of all conversion attempts except the largest one of each revision. They are kept until the
   * result of one attempt is accepted, or the revision fails.
   */
  repeatedBytes: number;
  /**
   * The number of uploads that have not arrived, and their bytes in transit. Both are counted above as well.
   */
  awaited: number;
  awaitedBytes: number;
  /** Seconds until the first of the awaited uploads expires. */
  firstLapseSeconds: number;
}

const { activeDocuments, activeBytes } = documentLimits;

/**
 * @throws Refusal `document.quota` when one more document of this size exceeds the quota; `request.too-many`
 *   when it fits as soon as uploads that never arrive expire
 */
export function keepWithinQuota(present: ActiveAmount, moreBytes: number): void {
  if (fits(present, moreBytes)) return;
  if (fits(arrivedOf(present), moreBytes)) {
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
 * Whether the stored bytes are within the quota; bytes in transit are not counted. Files of repeated attempts
 * have a quota of their own, so that a retry does not use up the person's quota, and retries are bounded.
 */
export function isStoredWithinQuota(present: ActiveAmount): boolean {
  return arrivedOf(present).bytes <= activeBytes && present.repeatedBytes <= activeBytes;
}

/** The documents and bytes that the person may still add. */
export function remainingOf({ documents, bytes }: ActiveAmount): { documents: number; bytes: number } {
  return {
    documents: Math.max(0, activeDocuments - documents),
    bytes: Math.max(0, activeBytes - bytes),
  };
}

type Amount = Pick<ActiveAmount, 'documents' | 'bytes'>;

function fits({ documents, bytes }: Amount, moreBytes: number): boolean {
  return documents < activeDocuments && bytes + moreBytes <= activeBytes;
}

function arrivedOf({ documents, bytes, awaited, awaitedBytes }: ActiveAmount): Amount {
  return { documents: documents - awaited, bytes: bytes - awaitedBytes };
}

import { Refusal } from '@sixpence/contracts/refusals';

/** What one person may have at a time. */
export const maxActiveDocuments = 100;
export const maxActiveBytes = 500 * 1024 * 1024;

/** @throws Refusal `document.quota` when one more document of this size would be too much */
export function keepWithinQuota(present: { documents: number; bytes: number }, moreBytes: number): void {
  if (present.documents < maxActiveDocuments && present.bytes + moreBytes <= maxActiveBytes) return;
  throw new Refusal(
    'document.quota',
    `You can have ${maxActiveDocuments} documents and 500 MB at a time. Please delete some first.`,
  );
}

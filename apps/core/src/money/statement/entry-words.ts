import type { StatementEntry } from '@sixpence/contracts/http/statement';

/**
 * The words of a row for one kind of transfer. `fileName` is of the job to which the transfer belongs; null
 * without a job.
 */
interface Words {
  type: StatementEntry['type'];
  text: (fileName: string | null) => string;
}

/** Every kind of transfer that moves a wallet. A hold moves nothing; the statement shows its job. */
export const entryWords: Readonly<Record<string, Words>> = {
  'top-up': { type: 'TopUp', text: () => 'Top Up' },
  'admin-grant': { type: 'Admin', text: () => 'Top Up Admin' },
  'legacy-claim': { type: 'Legacy', text: () => 'Balance brought along' },
  'give-back': { type: 'GiveBack', text: (name) => (name === null ? 'Money back' : `Money back: ${name}`) },
  refund: { type: 'Refund', text: () => 'Refund to card' },
  'refund-failed': { type: 'Refund', text: () => 'Refund that did not arrive' },
  dispute: { type: 'Dispute', text: () => 'Disputed payment' },
  'dispute-won': { type: 'Dispute', text: () => 'Dispute that ended' },
  forfeited: { type: 'Forfeited', text: () => 'Given up' },
};

/**
 * The type and the text of a row.
 * @throws Error for a kind without words
 */
export function wordsOf(
  kind: string,
  fileName: string | null,
): { type: StatementEntry['type']; text: string } {
  const words = entryWords[kind];
  if (!words) throw new Error(`A statement has no words for ${kind}`);
  return { type: words.type, text: words.text(fileName) };
}

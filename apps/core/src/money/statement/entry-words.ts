import type { StatementEntry } from '@sixpence/contracts/http/statement';

/**
 * The words of a row for one kind of transfer. `of` is the file name of the job that the transfer belongs to.
 */
interface Words {
  type: StatementEntry['type'];
  say: (of: string | null) => string;
}

/** Every kind that moves a wallet, except holds: the statement shows those as their jobs. */
export const entryWords: Readonly<Record<string, Words>> = {
  'top-up': { type: 'TopUp', say: () => 'Top Up' },
  'admin-grant': { type: 'Admin', say: () => 'Top Up Admin' },
  'legacy-claim': { type: 'Legacy', say: () => 'Balance brought along' },
  'give-back': { type: 'GiveBack', say: (of) => (of === null ? 'Money back' : `Money back: ${of}`) },
  refund: { type: 'Refund', say: () => 'Refund to card' },
  'refund-failed': { type: 'Refund', say: () => 'Refund that did not arrive' },
  dispute: { type: 'Dispute', say: () => 'Disputed payment' },
  'dispute-won': { type: 'Dispute', say: () => 'Dispute that ended' },
  forfeited: { type: 'Forfeited', say: () => 'Given up' },
};

/** @throws Error for a kind without words */
export function wordsOf(kind: string, of: string | null): { type: StatementEntry['type']; fileName: string } {
  const words = entryWords[kind];
  if (!words) throw new Error(`A statement has no words for ${kind}`);
  return { type: words.type, fileName: words.say(of) };
}

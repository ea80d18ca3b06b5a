import type { StatementEntry } from '@sixpence/contracts/http/statement';

/** What a row is called, by the kind of its transfer. `of` is the file of the job that it is about. */
interface Words {
  type: StatementEntry['type'];
  say: (of: string | null) => string;
}

/** Kinds that touch a wallet, besides holds: these are shown as their jobs. */
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

/** @throws Error for a kind that nobody has found words for */
export function wordsOf(kind: string, of: string | null): { type: StatementEntry['type']; fileName: string } {
  const words = entryWords[kind];
  if (!words) throw new Error(`A statement has no words for ${kind}`);
  return { type: words.type, fileName: words.say(of) };
}

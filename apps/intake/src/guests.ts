/** Somebody who is in a conversation with the intake, as far as it matters for who gives way. */
export interface Guest {
  network: string;
  /** `answering`: the mail has come, and its sender waits for the answer. */
  stage: 'talking' | 'sending' | 'answering';
  /** When the conversation began, or its last mail was answered. */
  since: number;
}

/**
 * Who gives way to one more conversation, which is among them: of the networks with the most conversations, the one that
 * sends nothing comes before the one that sends, and the one that has been without a mail for longest comes first. An
 * answer is owed to those whose mail has come: they stay.
 */
export function givesWay<G extends Guest>(guests: readonly G[], newcomer: G): G | undefined {
  const counts = new Map<string, number>();
  for (const { network } of guests) counts.set(network, (counts.get(network) ?? 0) + 1);
  const rank = ({ network, stage, since }: G) => [
    -(counts.get(network) ?? 0),
    stage === 'talking' ? 0 : 1,
    since,
  ];
  return guests
    .filter((guest) => guest !== newcomer && guest.stage !== 'answering')
    .sort((a, b) => compare(rank(a), rank(b)))[0];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

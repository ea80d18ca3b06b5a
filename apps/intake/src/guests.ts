/** What a conversation is at; `looking`: its mail has come, and its sender is not proven yet. */
export type Stage = 'talking' | 'sending' | 'looking' | 'proven';

/** The first gives way first. A proven mail is never given up for a conversation. */
const givingWay: readonly Stage[] = ['talking', 'sending', 'looking'];

/** Somebody who is in a conversation with the intake, as far as it matters for who gives way. */
export interface Guest {
  network: string;
  stage: Stage;
  /** When the conversation began, or its last proven mail was answered. */
  since: number;
}

/**
 * Who gives way to one more conversation, which is among them: one of the networks with the most conversations; of these one
 * that is at an early stage; and of these the one that has been without a mail for longest. Undefined when all mails are
 * proven.
 */
export function givesWay<G extends Guest>(guests: readonly G[], newcomer: G): G | undefined {
  const counts = new Map<string, number>();
  for (const { network } of guests) counts.set(network, (counts.get(network) ?? 0) + 1);
  const rank = ({ network, stage, since }: G) => [
    -(counts.get(network) ?? 0),
    givingWay.indexOf(stage),
    since,
  ];
  return guests
    .filter((guest) => guest !== newcomer && givingWay.includes(guest.stage))
    .sort((a, b) => compare(rank(a), rank(b)))[0];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

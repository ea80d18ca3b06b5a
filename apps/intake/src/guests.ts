/** The stage of a conversation. `looking`: its mail has arrived, and its sender is not proven yet. */
export type Stage = 'talking' | 'sending' | 'looking' | 'proven';

/** The first stage gives way first. A conversation with a proven mail never gives way. */
const givingWay: readonly Stage[] = ['talking', 'sending', 'looking'];

/** The part of a conversation that decides which one gives way. */
export interface Guest {
  network: string;
  stage: Stage;
  /** When the conversation began, or its last proven mail was answered. */
  since: number;
}

/**
 * Chooses the conversation that gives way to the newcomer, which is among the guests: first of the networks
 * with the most conversations, then at the earliest stage, then the one without a proven mail for longest.
 * Undefined when all mails are proven.
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

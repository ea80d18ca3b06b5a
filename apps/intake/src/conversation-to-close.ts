/** The stage of a conversation. `checking`: its mail has arrived, and its sender is not proven yet. */
export type Stage = 'talking' | 'sending' | 'checking' | 'proven';

/** A conversation at the first stage is closed first. A conversation with a proven mail is never closed. */
const closableStages: readonly Stage[] = ['talking', 'sending', 'checking'];

/** The part of a conversation that decides which one is closed. */
export interface ConversationState {
  network: string;
  stage: Stage;
  /** When the conversation began, or its last proven mail was answered. */
  since: number;
}

/**
 * Chooses the conversation to close for a new one, which is in the list too. It is of the network with the
 * most conversations, then at the earliest stage, then the one that has been without a proven mail for
 * longest. Undefined when all mails are proven.
 */
export function conversationToClose<C extends ConversationState>(
  conversations: readonly C[],
  newConversation: C,
): C | undefined {
  const counts = new Map<string, number>();
  for (const { network } of conversations) counts.set(network, (counts.get(network) ?? 0) + 1);
  const rank = ({ network, stage, since }: C) => [
    -(counts.get(network) ?? 0),
    closableStages.indexOf(stage),
    since,
  ];
  return conversations
    .filter((conversation) => conversation !== newConversation && closableStages.includes(conversation.stage))
    .sort((a, b) => compare(rank(a), rank(b)))[0];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

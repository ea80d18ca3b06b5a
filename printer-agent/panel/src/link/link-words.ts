/** What is said while the page cannot hear its agent. */
export const linkWords = {
  starting: 'Starting',
  lost: 'One moment. This screen is connecting again.',
} as const;

/** What a lost connection means for the person's money. */
export function lostAdvice(printing: boolean): string {
  return printing
    ? 'Your pages go on printing; you pay only for those that come out.'
    : 'Nothing is charged meanwhile.';
}

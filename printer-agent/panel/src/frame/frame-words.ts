/** What the bar on top of every screen says. */
export const frameWords = { home: 'Home' } as const;

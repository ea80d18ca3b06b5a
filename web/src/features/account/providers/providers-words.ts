const names: Record<string, string> = { google: 'Google', microsoft: 'Microsoft', apple: 'Apple' };

/** What the section of providers says. */
export const providersWords = {
  title: 'Sign-in with others',
  none: 'You sign in with nobody else.',
  called: (provider: string) => names[provider] ?? provider,
};

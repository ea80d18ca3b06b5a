import type { ProviderName } from '@sixpence/contracts/provider-names';

const names: Record<ProviderName, string> = { google: 'Google', microsoft: 'Microsoft', apple: 'Apple' };

function called(provider: ProviderName): string {
  return names[provider];
}

/** What the section of providers says. */
export const providersWords = {
  title: 'Sign-in with others',
  none: 'You sign in with nobody else.',
  called,
  remove: 'Remove',
  removeOf: (provider: ProviderName) => `Remove ${called(provider)}`,
  removed: 'It does not sign you in any more.',
};

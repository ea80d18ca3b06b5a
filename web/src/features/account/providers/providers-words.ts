import { inLanguage } from '@sixpence/theme/language';
import type { ProviderName } from '@sixpence/contracts/provider-names';

const names: Record<ProviderName, string> = { google: 'Google', microsoft: 'Microsoft', apple: 'Apple' };

function called(provider: ProviderName): string {
  return names[provider];
}

export const providersWords = inLanguage('providersWords', {
  title: 'Google, Microsoft, Apple',
  none: 'None yet. To link one, sign in with it once: it has to know you by one of your addresses.',
  called,
  remove: 'Remove',
  removeOf: (provider: ProviderName) => `Remove ${called(provider)}`,
  removed: 'It does not sign you in any more.',
});

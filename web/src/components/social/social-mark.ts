import { type ProviderName, providerNames } from '@sixpence/contracts/provider-names';
import { forget, recall, remember } from '../../lib/remembered.js';

const key = 'sixpence.social';

/** The tab is about to go to a provider. It comes back to any page, or not at all. */
export function markSocialWay(provider: ProviderName): void {
  remember('sessionStorage', key, provider);
}

/** The provider to which the tab has gone, until somebody has said what became of it. */
export function markedSocialWay(): ProviderName | undefined {
  const provider = recall('sessionStorage', key);
  return providerNames.find((name) => name === provider);
}

export function forgetSocialWay(): void {
  forget('sessionStorage', key);
}

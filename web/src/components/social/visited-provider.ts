import { type ProviderName, providerNames } from '@sixpence/contracts/provider-names';
import { forget, recall, remember } from '../../lib/remembered.js';

const key = 'sixpence.social';

/** Stores the provider to whose page this tab goes. The user may come back to any page, or not at all. */
export function noteVisitedProvider(provider: ProviderName): void {
  remember('sessionStorage', key, provider);
}

/** The stored provider. A page removes it after it has shown the outcome of the sign-in. */
export function visitedProvider(): ProviderName | undefined {
  const provider = recall('sessionStorage', key);
  return providerNames.find((name) => name === provider);
}

export function forgetVisitedProvider(): void {
  forget('sessionStorage', key);
}

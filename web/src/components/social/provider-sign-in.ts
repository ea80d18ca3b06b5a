import type { ProviderName } from '@sixpence/contracts/provider-names';
import { post } from '../../lib/http.js';
import { noteVisitedProvider } from './visited-provider.js';

/** The names of the providers, which are the same in every language. */
export const providerTitles: Record<ProviderName, string> = {
  google: 'Google',
  microsoft: 'Microsoft',
  apple: 'Apple',
};

/**
 * Registers a random state key for the sign-in with a provider.
 * @returns the address of the provider's page, or undefined when the provider is not available now
 */
export async function beginProviderSignIn(
  provider: ProviderName,
  isSignupFlow: boolean,
): Promise<string | undefined> {
  const { authorizationUrls } = await post('/social-state', { stateKey: newStateKey(), isSignupFlow });
  const url = authorizationUrls[provider];
  if (url !== undefined) noteVisitedProvider(provider);
  return url;
}

/** 256 random bits as hexadecimal digits, which an address can contain. */
function newStateKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

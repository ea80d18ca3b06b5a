import type { CoreConfig } from './config.js';

/**
 * What is wrong with an https address and no proxy: core itself speaks plain http, so that all people come through one.
 * Connections, calls, and new accounts are bounded by network, and one proxy that is not named is one network. Undefined
 * when a proxy is named, and for plain http.
 */
export function proxyTrouble({
  PUBLIC_URL,
  TRUSTED_PROXIES,
}: Pick<CoreConfig, 'PUBLIC_URL' | 'TRUSTED_PROXIES'>): string | undefined {
  if (!PUBLIC_URL.startsWith('https:') || TRUSTED_PROXIES.length > 0) return undefined;
  return 'Everybody counts as one network, and is refused for the tries of others: name your proxy in TRUSTED_PROXIES';
}

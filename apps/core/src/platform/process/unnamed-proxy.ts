import type { CoreConfig } from './config.js';

/**
 * A warning when PUBLIC_URL is https and TRUSTED_PROXIES is empty. Core itself speaks plain http, so there
 * must be a proxy. If TRUSTED_PROXIES does not name it, all requests seem to come from one network and share
 * the limits of one network. Undefined when a proxy is named, and for plain http.
 */
export function proxyWarning({
  PUBLIC_URL,
  TRUSTED_PROXIES,
}: Pick<CoreConfig, 'PUBLIC_URL' | 'TRUSTED_PROXIES'>): string | undefined {
  if (!PUBLIC_URL.startsWith('https:') || TRUSTED_PROXIES.length > 0) return undefined;
  return 'All requests count as one network and share its limits: name your proxy in TRUSTED_PROXIES';
}

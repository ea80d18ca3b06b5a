import { z } from 'zod';
import { isSafeAddress } from './loopback.js';
import { isWeakToken } from './secrets.js';

const remedy = 'give the address of core, such as https://print.example.com';

/**
 * The address of core for another process. Messages between the two contain documents and tokens, so plain
 * http is allowed on this machine only.
 */
export const coreAddress = z
  .url({ protocol: /^https?$/, error: remedy })
  .refine(isSafeAddress, { error: 'use https: plain http is only for localhost' });

/** A token of at least 32 characters, by which processes recognise each other. */
export function longTokenVariable(tokenName: string) {
  const error = tokenRemedy(tokenName);
  return z.string({ error }).min(32, { error, abort: true });
}

/** A token of at least 32 characters that is random, and not made up by a person. */
export function tokenVariable(tokenName: string) {
  return longTokenVariable(tokenName).refine((token) => !isWeakToken(token), {
    error: tokenRemedy(tokenName),
  });
}

function tokenRemedy(tokenName: string): string {
  return `give ${tokenName}: at least 32 random characters (openssl rand -hex 32)`;
}

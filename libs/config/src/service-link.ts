import { z } from 'zod';
import { isSafeAddress } from './loopback.js';
import { isWeakToken } from './secrets.js';

const remedy = 'give the address of core, such as https://print.example.com';

/** Where a process reaches core. What they say holds documents and tokens, so plain http is only for this machine. */
export const coreAddress = z
  .url({ protocol: /^https?$/, error: remedy })
  .refine(isSafeAddress, { error: 'use https: plain http is only for localhost' });

/** A token by which processes know each other, as long as one has to be wherever it is used. */
export function longTokenVariable(whose: string) {
  const error = tokenRemedy(whose);
  return z.string({ error }).min(32, { error, abort: true });
}

/** The same, and made rather than typed. */
export function tokenVariable(whose: string) {
  return longTokenVariable(whose).refine((token) => !isWeakToken(token), { error: tokenRemedy(whose) });
}

function tokenRemedy(whose: string): string {
  return `give ${whose}: at least 32 random characters (openssl rand -hex 32)`;
}

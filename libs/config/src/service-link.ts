import { z } from 'zod';

const remedy = 'give the address of core, such as https://print.example.com';

/** Where a process reaches core. What they say holds documents and tokens, so plain http is only for this machine. */
export const coreAddress = z
  .url({ protocol: /^https?$/, error: remedy })
  .refine((address) => isEncrypted(address), { error: 'use https: plain http is only for localhost' });

/** A token by which processes know each other: long, and of enough different characters to have been drawn at random. */
export function tokenVariable(whose: string) {
  const error = `give ${whose}: at least 32 random characters (openssl rand -hex 32)`;
  return z
    .string({ error })
    .refine((token) => token.length >= 32 && new Set(token).size >= leastDifferent, { error });
}

/** Of 32 random hexadecimal digits about 14 differ; fewer than these in one of many million. */
const leastDifferent = 8;

function isEncrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname);
}

import { isLoopback, isSafeAddress } from '@sixpence/config/loopback';
import { z } from 'zod';

const word = z.string().default('');
const address = z
  .union([z.literal(''), z.url({ protocol: /^https?$/ })], {
    error: "give the address of a stand-in, or nothing for the provider's own",
  })
  .default('');

/** How core is known to the payment provider. Without any of the three keys there are no payments here. */
export const stripeVariables = {
  STRIPE_SECRET_KEY: word,
  STRIPE_PUBLISHABLE_KEY: word,
  STRIPE_WEBHOOK_SECRET: word,
  STRIPE_API_URL: address,
  STRIPE_SCRIPT_URL: address,
};

const keys = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
const addresses = ['STRIPE_API_URL', 'STRIPE_SCRIPT_URL'] as const;

type Given = { [Name in keyof typeof stripeVariables]: string } & { PUBLIC_URL: string };

/** What is missing or must not be so, each with its remedy. */
export function stripeProblems(config: Given): (readonly [name: string, remedy: string])[] {
  const given = [...keys, ...addresses].find((name) => config[name] !== '');
  const missing = keys
    .filter((name) => given !== undefined && config[name] === '')
    .map((name) => [name, `give it together with ${String(given)}, or neither`] as const);
  // The secret key goes there, and whoever answers decides what was paid.
  const isHere = isLoopback(new URL(config.PUBLIC_URL).hostname);
  const isGood = (url: string) => url === '' || (isHere ? isSafeAddress(url) : url.startsWith('https:'));
  const unsafe = addresses
    .filter((name) => !isGood(config[name]))
    .map(
      (name) =>
        [name, 'use https: plain http is only for a stand-in beside a PUBLIC_URL on localhost'] as const,
    );
  return [...missing, ...unsafe];
}

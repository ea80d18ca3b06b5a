import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The keys that a merchant and Stripe share. */
export interface PaymentKeys {
  /** For the merchant's server. */
  readonly secretKey: string;
  /** For the merchant's page. */
  readonly publishableKey: string;
  /** Signs the webhooks. */
  readonly webhookSecret: string;
}

const schema = z.object({ secretKey: z.string(), publishableKey: z.string(), webhookSecret: z.string() });

export function newKeys(): PaymentKeys {
  const randomText = () => randomBytes(24).toString('hex');
  return {
    secretKey: `sk_test_${randomText()}`,
    publishableKey: `pk_test_${randomText()}`,
    webhookSecret: `whsec_${randomText()}`,
  };
}

/** Reads the keys of this folder, or makes them at the first call. Only our own user can read them. */
export function keptKeys(folder: string): PaymentKeys {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'keys.json');
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(newKeys()), { mode: 0o600 });
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Core's variables for the stand-in at this address. */
export function coreVariables(url: string, keys: PaymentKeys): Record<string, string> {
  return {
    STRIPE_API_URL: url,
    STRIPE_SCRIPT_URL: `${url}/v3/stripe.js`,
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
  };
}

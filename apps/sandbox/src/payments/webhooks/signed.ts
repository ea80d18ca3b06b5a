import Stripe from 'stripe';

/** The flaws of a webhook that a test can ask for. */
export const flaws = ['other-secret', 'unsigned', 'stale', 'changed', 're-serialised'] as const;
export type Flaw = (typeof flaws)[number];

const tooOldSeconds = 301;

export interface Letter {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An event as a signed webhook. The SDK's own helper signs it, unless a test asks for a flaw. */
export function signed(event: Stripe.Event, secret: string, flaw?: Flaw): Letter {
  const payload = JSON.stringify(event, null, 2);
  const now = Math.floor(Date.now() / 1_000);
  const header = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: flaw === 'other-secret' ? `${secret}x` : secret,
    timestamp: flaw === 'stale' ? now - tooOldSeconds : now,
  });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (stand-in)',
    ...(flaw === 'unsigned' ? {} : { 'stripe-signature': header }),
  };
  return { body: bodyOf(payload, flaw), headers };
}

function bodyOf(payload: string, flaw?: Flaw): string {
  if (flaw === 're-serialised') return JSON.stringify(JSON.parse(payload));
  return flaw === 'changed' ? payload.replace(/"created": \d/, '"created": 9') : payload;
}

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { money } from '@sixpence/money/money';
import type { CoreConfig } from '../../../platform/process/config.js';
import { createLogger } from '../../../platform/process/logger.js';
import { StripeService } from './stripe.service.js';

const logger = createLogger('silent');
const serviceAt = (STRIPE_API_URL: string) => {
  const config = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_API_URL };
  return new StripeService(config as CoreConfig, logger);
};

describe('a request to the payment provider', () => {
  const requests: { line: string; body: string; headers: IncomingHttpHeaders }[] = [];
  const unpaid = { status: 'requires_payment_method', metadata: {}, latest_charge: null };
  const intent = { id: 'pi_1', amount: 500, currency: 'gbp', ...unpaid };
  const provider = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ line: `${request.method} ${request.url}`, body, headers: request.headers });
      const answer = request.url?.startsWith('/v1/charges') ? { object: 'list', data: [] } : intent;
      response.setHeader('request-id', `req_${requests.length}`);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
  });
  let stripe: StripeService;

  beforeAll(async () => {
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    stripe = serviceAt(`http://127.0.0.1:${(provider.address() as AddressInfo).port}`);
  });
  afterAll(() => {
    provider.close();
    provider.closeAllConnections();
  });
  beforeEach(() => void requests.splice(0));

  const create = () => stripe.create({ paymentId: 'ours', owner: 'anna', amount: money(500, 'GBP') });

  test('begins a payment with our ids, one idempotency key, and a description', async () => {
    await create();
    const [{ line, body, headers }] = requests as [(typeof requests)[number]];
    expect([line, headers['idempotency-key']]).toEqual(['POST /v1/payment_intents', 'payment:ours']);
    expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({
      ...{ amount: '500', currency: 'gbp', description: 'Sixpence credits' },
      ...{ 'metadata[payment_id]': 'ours', 'metadata[owner_id]': 'anna' },
    });
  });

  test('names the version of the API, and tells nothing about earlier requests', async () => {
    await create();
    await create();
    for (const { headers } of requests) {
      expect(headers['stripe-version']).toBe('2026-10-28.endive');
      expect(headers).not.toHaveProperty('x-stripe-client-telemetry');
    }
    expect(requests).toHaveLength(2);
  });

  test('cancels a payment as abandoned, and reads a hundred of its charges', async () => {
    await stripe.cancel('pi_1');
    await stripe.declinesOf('pi_1');
    expect(requests.map(({ line, body }) => `${line} ${body}`.trim())).toEqual([
      'POST /v1/payment_intents/pi_1/cancel cancellation_reason=abandoned',
      'GET /v1/charges?payment_intent=pi_1&limit=100',
    ]);
  });

  test('is not sent after the deadline of its caller', async () => {
    await expect(stripe.readIntent('pi_1', AbortSignal.abort())).rejects.toMatchObject({
      code: 'service.unavailable',
      retryAfterSeconds: 5,
    });
    expect(requests).toEqual([]);
  });
});

test.each([
  ['https://api.example', 'api.example', 443, 'https'],
  ['http://api.example', 'api.example', 80, 'http'],
  ['http://api.example:12111', 'api.example', '12111', 'http'],
  ['', 'api.stripe.com', '443', 'https'],
])('the provider at the address %j is asked at %s:%s by %s', (address, host, port, protocol) => {
  const sdk = serviceAt(address)['stripe'] as unknown as { getApiField(name: string): unknown };
  expect(['host', 'port', 'protocol'].map((field) => sdk.getApiField(field))).toEqual([host, port, protocol]);
});

test.each([
  [9_999, 9_999, 0],
  [10_000, 10_000, 1],
  [10_001, 10_000, 1],
])(
  'of a list of %d entries %d are read, and staff are told %d times that it is cut',
  async (count, read, times) => {
    const service = serviceAt('');
    const refunds = Array.from({ length: count }, (_, index) => ({ id: `re_${index}`, amount: 1 }));
    const autoPagingToArray = jest.fn(({ limit }: { limit: number }) =>
      Promise.resolve(refunds.slice(0, limit)),
    );
    jest.spyOn(service['stripe']!.refunds, 'list').mockReturnValue({ autoPagingToArray } as never);
    const errors = jest.spyOn(logger, 'error');
    expect(await service.refundsSince(30)).toHaveLength(read);
    expect(errors.mock.calls).toEqual(
      Array.from({ length: times }, () => [{ mostListed: 10_000 }, expect.stringContaining('is too long')]),
    );
  },
);

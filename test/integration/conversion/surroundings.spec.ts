import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addressOf } from '@sixpence/contracts/http/call';
import { allCalls, calls, type CallName } from '@sixpence/contracts/http/calls';
import { freePort } from '@sixpence/sandbox/testing/free-port';
import { CoreApp } from '../../support/core/core-app.js';
import { until } from '../../support/until.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let core: CoreApp;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  core = after.use(await CoreApp.start({ METRICS_PORT: String(metricsPort) }));
});
afterAll(() => after.disposeAsync());

function routes(): { method: string; path: string }[] {
  const server = core.app.getHttpAdapter().getInstance();
  const tree = server.printRoutes({ commonPrefix: false });
  const found: { method: string; path: string }[] = [];
  const stack: string[] = [];
  for (const line of tree.split('\n')) {
    const match = /^([│ ]*)[└├]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!match) continue;
    const depth = match[1]!.length / 4;
    stack.splice(depth);
    stack.push(match[2]!);
    for (const method of match[3]?.split(', ') ?? []) {
      if (method !== 'HEAD') found.push({ method, path: stack.join('') });
    }
  }
  return found;
}

const addressesOf = (calls: readonly { method: string; path: string }[]) =>
  calls.map(({ method, path }) => `${method} ${path}`).sort();

test('every route has a row in the table of calls, and every row has a route', () => {
  expect(addressesOf(routes())).toEqual(addressesOf(allCalls));
});

test.each(allCalls.filter(({ proof }) => proof === 'session'))(
  'without a session $path is refused',
  async ({ method, path, example, withoutSession = 401 }) => {
    const answer = await core.call(method, addressOf({ method, path }, example as Record<string, string>), {
      ...(method === 'POST' && { body: example ?? {} }),
    });
    expect(answer.status).toBe(withoutSession);
  },
);

test('the API description contains every call', async () => {
  const answer = await core.call('GET', '/openapi.json');
  const { paths } = (await answer.json()) as { paths: Record<string, object> };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
  const asDescribed = allCalls.map((call) => ({ ...call, path: call.path.replace(/:(\w+)/g, '{$1}') }));
  expect(addressesOf(described)).toEqual(addressesOf(asDescribed));
});

describe('a successful POST answers exactly 200', () => {
  /** Each call has its own user: some calls end sessions or change the password. */
  const emailFor = (name: CallName) => `${name.toLowerCase()}@example.com`;
  /** Bodies for examples that need existing data. */
  const instead: Partial<Record<CallName, object>> = {
    emailLogin: { email: emailFor('emailLogin'), password: 'Sixpence1' },
    resetCode: { email: emailFor('resetCode') },
    addressPrimary: { email: emailFor('addressPrimary') },
    sessionEnd: { all: true },
    deleteDocument: { documents: [] },
    chooseSite: { siteId: '7d3c2f6e-0e1b-4f57-9f1c-0a6f1c5e8b21', chosen: false },
  };
  /** These calls need more than a body; the tests of their features check for 200. */
  const byOthers = [
    'removePages',
    'prepareConversion',
    'enrolAgent',
    'emailSignup',
    'resetConfirm',
    'addressConfirm',
    'addressRemove',
    'addressStop',
    'socialCode',
    'socialConfirm',
    'providerDisconnect',
    'stripePaymentIntent',
    'stripeValidatePayment',
    'stripeWebhook',
    'refundToCard',
    'mailSender',
    'beginMail',
    'endMail',
  ];
  const posts = allCalls.filter(
    ({ method, name, redirectsTo }) => method === 'POST' && !redirectsTo && !byOthers.includes(name),
  );

  test.each(posts)('$path [row 405]', async ({ name, path, example }) => {
    const { cookie } = await core.signedIn(emailFor(name));
    const answer = await core.call('POST', path, { body: instead[name] ?? example ?? {}, cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

test('a user over the budget of a call gets 429 with the time to retry, and other users are not affected', async () => {
  const [greedy, other] = [
    await core.signedIn('greedy@example.com'),
    await core.signedIn('other@example.com'),
  ];
  const { points } = calls.footerEmail.budget?.person ?? { points: 0 };
  const ask = ({ cookie }: { cookie: string }) => core.call('GET', calls.footerEmail.path, { cookie });
  const statuses = new Set<number>();
  for (let asked = 0; asked < points; asked += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(greedy)));
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses]).toEqual([200]);
  const refused = await ask(greedy);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await ask(other)).status).toBe(200);
});

describe('a call that changes data', () => {
  test('from a page of another origin is refused', async () => {
    const answer = await core.call('POST', '/logout-session', {
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(403);
  });

  test('without an origin is accepted, because it is not from a browser', async () => {
    const answer = await fetch(`${core.url}/logout-session`, { method: 'POST' });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'a=b', 415],
    ['plain text', 'text/plain', '{}', 415],
    ['half of a JSON object', 'application/json', '{"email":', 400],
    ['a poisoned prototype', 'application/json', '{"__proto__":{"admin":true}}', 400],
    ['a poisoned constructor', 'application/json', '{"constructor":{"prototype":{"admin":true}}}', 400],
    ['a megabyte', 'application/json', JSON.stringify({ email: 'a'.repeat(1_000_000) }), 413],
    ['deep nesting', 'application/json', '['.repeat(50_000) + ']'.repeat(50_000), 400],
  ])('with %s is refused', async (_, type, body, status) => {
    const answer = await core.call('POST', '/email-login', { body, headers: { 'content-type': type } });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ code: expect.any(String), message: expect.any(String) });
  });
});

test('an unknown path answers 404 to programs and redirects browsers to the start page', async () => {
  expect((await core.call('GET', '/nowhere')).status).toBe(404);
  const page = await core.call('GET', '/nowhere', { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('location')]).toEqual([302, '/']);
});

test.each([
  ['localhost', 200],
  ['print.example.com', 403],
  ['localhost.example.com', 403],
])('a request for metrics at host %s is answered %d', async (host, status) => {
  const asking = get({ host: '127.0.0.1', port: metricsPort, path: '/metrics', headers: { host } });
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(status);
  expect((await text(answer)).includes('sixpence_')).toBe(status === 200);
});

test('ready means that database, NATS, and storage answer', async () => {
  await until(async () => (await core.call('GET', '/readyz')).status === 200);
  await core.nats.kill();
  const away = await core.call('GET', '/readyz');
  expect(away.status).toBe(503);
  expect(((await away.json()) as { message: string }).message).toContain('nats');
  expect((await core.call('GET', '/healthz')).status).toBe(200);
  await core.nats.restart();
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CoreApp } from '../support/core-app.js';
import { until } from '../support/until.js';

/** Ends what was begun, the youngest first, however far the beginning came. */
const after = new AsyncDisposableStack();
let core: CoreApp;
beforeAll(async () => {
  core = after.use(await CoreApp.start());
});
afterAll(() => after.disposeAsync());

/** Routes that visitors, converters, and agents reach without a session; every other route must refuse. */
const open = [
  '/healthz', '/readyz', '/validate-session', '/email-login', '/logout-session',
  '/storage/', '/agent/', '/openapi.json',
]; // prettier-ignore

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
      if (method === 'GET' || method === 'POST') found.push({ method, path: stack.join('') });
    }
  }
  return found;
}

test('every route is closed to visitors unless it was opened by name', async () => {
  const all = routes();
  expect(all.length).toBeGreaterThan(5);
  for (const { method, path } of all.filter(
    (route) => !open.some((prefix) => route.path.startsWith(prefix)),
  )) {
    const address = path.replace(/:\w+/g, '1').replace('*', 'x');
    const answer = await core.call(method, address, method === 'POST' ? { body: {} } : {});
    expect([`${method} ${path}`, answer.status]).toEqual([
      `${method} ${path}`,
      path === '/qr-auth' ? 403 : 401,
    ]);
  }
});

test('the API describes every call that browsers make', async () => {
  const answer = await core.call('GET', '/openapi.json');
  const { paths } = (await answer.json()) as { paths: Record<string, object> };
  const notForBrowsers = [/^\/(healthz|readyz|openapi\.json)$/, /^\/(storage|agent|document-pages)\//];
  const ours = routes().filter(({ path }) => !notForBrowsers.some((pattern) => pattern.test(path)));
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(ours.map(({ method, path }) => `${method} ${path}`).sort());
});

describe('a POST that succeeds answers exactly 200', () => {
  const email = 'table@example.com';
  const uploads = { originalFileName: 'a.pdf', fileType: 'application/pdf' };
  const bodies: Record<string, unknown> = {
    '/email-login': { email, password: 'Sixpence1' },
    '/logout-session': {},
    '/file-upload': uploads,
    '/delete-document': { documents: [] },
    '/set-print-sides': { sideOption: 'yes' },
    '/set-print-color': { colorOption: 'Color' },
    '/create-code': {},
    '/user-account-balance': { currency: 'GBP' },
  };
  /** Their answers depend on more than a body; the tests of their features hold them to 200. */
  const elsewhere = ['/remove-pages', '/storage/conversions', '/agent/enrol'];

  test.each(Object.entries(bodies))('%s', async (path, body) => {
    const { cookie } = await core.signedIn(email);
    expect((await core.call('POST', path, { body, cookie })).status).toBe(200);
  });

  test('and the table is whole', () => {
    const all = routes().filter(({ method }) => method === 'POST');
    expect(all.map(({ path }) => path).sort()).toEqual([...Object.keys(bodies), ...elsewhere].sort());
  });
});

describe('a call that changes something', () => {
  test('from a page of another origin is refused', async () => {
    const answer = await core.call('POST', '/logout-session', {
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(403);
  });

  test('without an origin is taken: it is no browser', async () => {
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

test('an unknown path is JSON 404 for programs and a way home for people', async () => {
  expect((await core.call('GET', '/nowhere')).status).toBe(404);
  const page = await core.call('GET', '/nowhere', { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('location')]).toEqual([302, '/']);
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

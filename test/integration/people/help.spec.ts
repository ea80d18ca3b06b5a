import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { articlePaths } from '@sixpence/contracts/pages';
import { operate } from '@sixpence/operator/commands/operate';
import { CoreApp } from '../../support/core/core-app.js';
import { shiftClock } from '../../support/builders/ledger.js';

const after = new AsyncDisposableStack();
let core: CoreApp;
beforeAll(async () => {
  core = after.use(
    await CoreApp.start({
      CHAT_PAGE_URL: 'https://chat.example.com/widget?token=a&b="c"',
      TRUSTED_PROXIES: '127.0.0.1, ::1',
    }),
  );
});
afterAll(() => after.disposeAsync());

const vote = (body: unknown, network = '10.0.0.1') =>
  core.call('POST', '/article-vote', { body, headers: { 'x-forwarded-for': network } });

/** Runs an operator's command on the database of this core. */
async function operator(...args: string[]) {
  const said = { stdout: '', stderr: '' };
  const { DATABASE_URL, STORAGE_DIR, KEY_STORE_DIR, MASTER_KEY, SECRET_KEY, SERVICE_TOKEN } = core.config;
  const keys = { MASTER_KEY: MASTER_KEY.toString('base64'), SECRET_KEY: SECRET_KEY.toString('base64') };
  const status = await operate(
    args,
    { DATABASE_URL, STORAGE_DIR, KEY_STORE_DIR, SERVICE_TOKEN, NATS_URL: 'nats://127.0.0.1:1', ...keys },
    { out: (text) => (said.stdout += text), err: (text) => (said.stderr += text) },
  );
  return { status, ...said };
}

test('votes are counted by article and day, and the operator sees the least useful articles first', async () => {
  expect((await operator('articles', 'votes')).stdout).toBe(
    'No reader has said yet whether an article was useful.\n',
  );
  const votes = [
    ['/how-to-top-up', true],
    ['/how-to-top-up', true],
    ['/how-to-top-up', false],
    ['/how-to-top-up', false],
    ['/how-to-top-up', false],
    ['/fit-pdf-content', true],
    ['/fit-pdf-content', false],
    ['/fit-pdf-content', false],
    ['/how-to-convert-to-pdf', false],
    ['/how-to-convert-to-pdf', false],
  ] as const;
  const answers = await Promise.all(votes.map(([article, useful]) => vote({ article, useful })));
  expect(answers.map(({ status }) => status)).toEqual(votes.map(() => 200));
  const shown = [
    ...['Article\tUseful\tNot useful', '/how-to-top-up\t2\t3'],
    ...['/how-to-convert-to-pdf\t0\t2', '/fit-pdf-content\t1\t2', ''],
  ].join('\n');
  expect(await operator('articles', 'votes')).toEqual({ status: 0, stdout: shown, stderr: '' });
  // Forty days later, a list since tomorrow has only the newer vote.
  await shiftClock(core.database, '40 days');
  await vote({ article: '/how-to-top-up', useful: false });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const { stdout } = await operator('articles', 'votes', '--since', tomorrow, '--json');
  expect(JSON.parse(stdout)).toEqual([{ article: '/how-to-top-up', useful: 0, notUseful: 1 }]);
});

test.each(['yesterday', '2026-02-31', '2026-1-1'])('a list since %j is refused', async (since) => {
  const { status, stderr } = await operator('articles', 'votes', '--since', since);
  expect([status, stderr]).toEqual([2, expect.stringContaining('--since takes a day such as 2026-11-23')]);
});

test.each([
  { article: '/dashboard', useful: true },
  { article: '/unhide-google-email', useful: true },
  { article: '/how-to-top-up', useful: 'yes' },
  { useful: true },
])('the vote %j is refused', async (body) => {
  expect((await vote(body)).status).toBe(400);
});

test('a network has thirty votes an hour', async () => {
  const body = { article: articlePaths[0], useful: true };
  const statuses = await Promise.all(
    Array.from({ length: 31 }, async () => (await vote(body, '10.0.0.2')).status),
  );
  expect(statuses.toSorted((one, other) => one - other)).toEqual([
    ...Array.from({ length: 30 }, () => 200),
    429,
  ]);
  expect((await vote(body, '10.0.0.3')).status).toBe(200);
});

test('the frame of the chat runs no script and shows only the configured page', async () => {
  expect(await (await core.call('GET', '/chat')).json()).toEqual({ provided: true });
  const frame = await core.call('GET', '/chat-frame');
  expect(frame.headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'frame-src https://chat.example.com',
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  const html = await frame.text();
  expect(html).toContain('<iframe src="https://chat.example.com/widget?token=a&amp;b=&quot;c&quot;"');
  expect(html).not.toContain('<script');
});

test("the site's own pages cannot frame the chat provider", async () => {
  const policy = (await core.call('GET', '/chat')).headers.get('content-security-policy');
  expect(policy).toContain("frame-src 'self';");
  expect(policy).not.toContain('chat.example.com');
});

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { loadConfig } from '@sixpence/config/load';
import { describe, expect, test } from '@jest/globals';
import { coreConfigSchema } from './config.js';

const asWritten = parseEnv(readFileSync(new URL('../../../../../.env.example', import.meta.url), 'utf8'));
const made = () => randomBytes(32).toString('base64');
/** The example with generated secrets, as its comments demand. */
const example = {
  ...asWritten,
  MASTER_KEY: made(),
  SECRET_KEY: made(),
  SERVICE_TOKEN: randomBytes(32).toString('hex'),
};
const env: NodeJS.ProcessEnv = example;
const onPublicUrl = { ...example, PUBLIC_URL: 'https://print.example.com' };

test('the example environment has every variable and is valid with generated secrets', () => {
  expect(Object.keys(asWritten).sort()).toEqual(Object.keys(coreConfigSchema.shape).sort());
  expect(loadConfig(coreConfigSchema, example).PORT).toBe(3000);
  expect(loadConfig(coreConfigSchema, onPublicUrl).PORT).toBe(3000);
});

test('the example environment contains no secret, and the error names each missing one', () => {
  expect([asWritten['MASTER_KEY'], asWritten['SECRET_KEY'], asWritten['SERVICE_TOKEN']]).toEqual([
    '',
    '',
    '',
  ]);
  const attempt = () => loadConfig(coreConfigSchema, asWritten);
  expect(attempt).toThrow(/MASTER_KEY: .*openssl[\s\S]*SECRET_KEY: .*openssl[\s\S]*SERVICE_TOKEN: .*openssl/);
});

test('the example environment shows the defaults', () => {
  const needed = ['DATABASE_URL', 'NATS_URL', 'STORAGE_DIR', 'KEY_STORE_DIR', 'MASTER_KEY', 'SECRET_KEY'];
  const own = ['DATABASE_OWNER_URL', 'NATS_USER', 'PRINT_ADDRESS', 'MAIL_FROM'];
  const least = Object.fromEntries([...needed, 'SERVICE_TOKEN'].map((name) => [name, env[name]]));
  const { SITE_DIR, ...defaults } = loadConfig(coreConfigSchema, least);
  expect(SITE_DIR).toMatch(/\/web\/dist$/);
  const shown = Object.entries(loadConfig(coreConfigSchema, example)).filter(([name]) => !own.includes(name));
  expect(defaults).toMatchObject(Object.fromEntries(shown.filter(([name]) => name !== 'SITE_DIR')));
  expect(defaults).toMatchObject({
    ...{ DATABASE_OWNER_URL: '', PRINT_ADDRESS: 'print@print.localhost' },
    MAIL_FROM: 'Sixpence <no-reply@print.localhost>',
  });
});

test.each([
  ['PORT', ['0', '65535'], ['-1', '65536', '3.5', 'all']],
  ['METRICS_PORT', ['0', '65535'], ['-1', '65536']],
  ['DATABASE_POOL', ['2', '200'], ['1', '201']],
  ['MAX_CONNECTIONS', ['8', '1000000'], ['7', '1000001']],
  ['LOG_LEVEL', ['trace', 'fatal'], ['loud']],
  ['OFFICE_DOCUMENTS', ['yes', 'no'], ['perhaps']],
  ['STATEMENT_ZONE', ['UTC', 'America/New_York'], ['+01:00', 'Europe/Atlantis']],
  [
    'TRUSTED_PROXIES',
    ['10.0.0.0/32', 'fd00::/128', ' , '],
    ['fd00::/129', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/x'],
  ],
  [
    'CSP_FORM_SOURCES',
    ['https://a.example:8443', ''],
    ['https://a.example/path', 'ftp://a.example', 'a.example'],
  ],
  ['PRINT_ADDRESS', ['print@print.example.com'], ['print']],
  ['ENQUIRIES_ADDRESS', ['hello@example.com', ''], ['hello']],
  ['SELLER_EMAIL', ['hello@example.com', ''], ['hello']],
  [
    'MAIL_URL',
    ['smtp://mail.example.com', 'smtps://u:p@mail.example.com:465', ''],
    ['http://mail.example.com'],
  ],
  ['CHAT_PAGE_URL', ['https://chat.example.com', ''], ['chat', 'ftp://chat.example.com']],
  ['S3_ENDPOINT', ['https://store.example.com', ''], ['store']],
  ['MASTER_KEY', [made()], [made().slice(4), '']],
  ['INTAKE_TOKEN', [randomBytes(16).toString('hex'), ''], ['x'.repeat(31), example.SERVICE_TOKEN]],
  ['SERVICE_TOKEN', [randomBytes(16).toString('hex')], ['x'.repeat(31), '']],
  ['PUBLIC_URL', ['https://print.example.com'], ['print', 'http://print.example.com']],
  ['GOOGLE_ISSUER', ['https://issuer.example'], ['issuer', 'http://issuer.example']],
  ['MICROSOFT_ISSUER', ['https://issuer.example'], ['issuer', 'http://issuer.example']],
  ['APPLE_ISSUER', ['https://issuer.example'], ['issuer', 'http://issuer.example']],
])('%s may be %j, and not %j', (name, good, bad) => {
  const loading = (value: string) => () => loadConfig(coreConfigSchema, { ...example, [name]: value });
  for (const value of good) expect(loading(value)).not.toThrow();
  for (const value of bad) expect(loading(value)).toThrow(new RegExp(`^  ${name}: `, 'm'));
});

test.each(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])('a bucket without %s is refused', (name) => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret', [name]: '' };
  const loading = () => loadConfig(coreConfigSchema, { ...example, S3_BUCKET: 'documents', ...keys });
  expect(loading).toThrow(/S3_BUCKET: give S3_ACCESS_KEY_ID/);
});

const digits = 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';

test.each([
  ['MASTER_KEY', digits],
  ['MASTER_KEY', Buffer.alloc(32, 7).toString('base64')],
  ['SECRET_KEY', 'MTA5ODc2NTQzMjEwOTg3NjU0MzIxMDk4NzY1NDMyMTA='],
  ['SECRET_KEY', example.MASTER_KEY],
  ['SERVICE_TOKEN', 'replace-this-with-a-long-random-token'],
  ['INTAKE_TOKEN', 'replace-that-with-a-long-random-token'],
])('a weak %s is accepted on localhost only (case %#)', (name, guessed) => {
  const attempt = () => loadConfig(coreConfigSchema, { ...onPublicUrl, [name]: guessed });
  expect(attempt).toThrow(`${name}: this can be guessed`);
  expect(attempt).not.toThrow(guessed);
  expect(() => loadConfig(coreConfigSchema, { ...example, [name]: guessed })).not.toThrow();
});

test.each(['http://print.example.com', 'http://localhost.example.com', 'http://127.0.0.1.example.com'])(
  'core does not start with the unencrypted PUBLIC_URL %s',
  (address) => {
    expect(() => loadConfig(coreConfigSchema, { ...example, PUBLIC_URL: address })).toThrow(
      /PUBLIC_URL: use https/,
    );
  },
);

test('documents need a folder, or a bucket with its keys', () => {
  const nowhere = { ...example, STORAGE_DIR: '' };
  expect(() => loadConfig(coreConfigSchema, nowhere)).toThrow(/STORAGE_DIR: give a folder/);
  expect(() => loadConfig(coreConfigSchema, { ...nowhere, S3_BUCKET: 'documents' })).toThrow(
    /S3_BUCKET: give S3_ACCESS_KEY_ID/,
  );
  const bucket = { S3_BUCKET: 'documents', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  expect(loadConfig(coreConfigSchema, { ...nowhere, ...bucket }).S3_REGION).toBe('us-east-1');
});

test.each([
  ["'unsafe-inline'", false],
  ['*', false],
  ['https:', false],
  ['http://js.example.com', false],
  ['https://js.example.com; script-src *', false],
  ['https://js.example.com https://*.js.example.com', true],
  ['http://localhost:3300', true],
])('a page may use scripts from %s: %s', (sources, isTaken) => {
  const checking = () => loadConfig(coreConfigSchema, { ...example, CSP_SCRIPT_SOURCES: sources });
  if (isTaken) expect(checking().CSP_SCRIPT_SOURCES).toEqual(sources.split(' '));
  else expect(checking).toThrow(/CSP_SCRIPT_SOURCES: give origins/);
});

test.each([
  ['127.0.0.1, 10.0.0.0/8 fd00::/8', true],
  ['10.0.0.0/33', false],
  ['everybody', false],
])('trusted proxies at %s are accepted: %s', (proxies, isTaken) => {
  const checking = () => loadConfig(coreConfigSchema, { ...example, TRUSTED_PROXIES: proxies });
  if (isTaken) expect(checking().TRUSTED_PROXIES).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  else expect(checking).toThrow(/TRUSTED_PROXIES: give addresses/);
});

test.each([
  ['https://chat.example.com/widget', true],
  ['', true],
  ['https://print.example.com/chat.html', false],
  ['https://print.example.com:443/chat.html', false],
  ['http://chat.example.com/widget', false],
])('a chat page at "%s" is accepted: %j', (CHAT_PAGE_URL, isTaken) => {
  const checking = () => loadConfig(coreConfigSchema, { ...onPublicUrl, CHAT_PAGE_URL });
  if (isTaken) expect(checking().CHAT_PAGE_URL).toBe(CHAT_PAGE_URL);
  else expect(checking).toThrow(/CHAT_PAGE_URL/);
});

const microsoft = { MICROSOFT_CLIENT_ID: 'id', MICROSOFT_CLIENT_SECRET: 'secret' };
const apple = {
  APPLE_CLIENT_ID: 'id',
  APPLE_TEAM_ID: 'team',
  APPLE_KEY_ID: 'key',
  APPLE_KEY_FILE: '/key.p8',
};

test.each([
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'id' }],
  ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_SECRET: 'secret' }],
  ...Object.keys(microsoft).map((name) => [name, { ...microsoft, [name]: '' }] as const),
  ...Object.keys(apple).map((name) => [name, { ...apple, [name]: '' }] as const),
])('core does not start with an identity provider without %s (case %#)', (name, given) => {
  const attempt = () => loadConfig(coreConfigSchema, { ...example, ...given });
  expect(attempt).toThrow(`${name}: give it together with`);
  expect(attempt).not.toThrow('secret');
});

test('complete identity providers are accepted, and so is no identity provider', () => {
  const { GOOGLE_CLIENT_ID, APPLE_KEY_ID } = loadConfig(coreConfigSchema, { ...onPublicUrl, ...apple });
  expect([GOOGLE_CLIENT_ID, APPLE_KEY_ID]).toEqual(['', 'key']);
});

test('a stand-in for an identity provider is accepted on localhost only', () => {
  const standIn = { GOOGLE_ISSUER: 'http://127.0.0.1:3200/google' };
  expect(loadConfig(coreConfigSchema, { ...example, ...standIn }).GOOGLE_ISSUER).toBe(standIn.GOOGLE_ISSUER);
  expect(() => loadConfig(coreConfigSchema, { ...onPublicUrl, ...standIn })).toThrow(
    'GOOGLE_ISSUER: use https',
  );
  const elsewhere = { GOOGLE_ISSUER: 'http://issuer.example.com' };
  expect(() => loadConfig(coreConfigSchema, { ...example, ...elsewhere })).toThrow(
    'GOOGLE_ISSUER: use https',
  );
});

/** Keys in the format of Stripe, of one mode. */
const stripe = (mode: 'live' | 'test') => ({
  STRIPE_SECRET_KEY: `sk_${mode}_hush`,
  STRIPE_PUBLISHABLE_KEY: `pk_${mode}_open`,
  STRIPE_WEBHOOK_SECRET: 'whsec_hush',
});
const withTestMode = { STRIPE_TEST_MODE: 'yes' };
const localStandIn = 'http://127.0.0.1:3300/v3';

test.each([
  ...Object.keys(stripe('test')).map((name) => [name, { ...stripe('test'), [name]: '' }] as const),
  ['STRIPE_SECRET_KEY', { STRIPE_API_URL: localStandIn }],
])('core does not start with a payment provider without %s', (name, given) => {
  const attempt = () => loadConfig(coreConfigSchema, { ...example, ...given });
  expect(attempt).toThrow(`${name}: give it together with`);
  expect(attempt).not.toThrow('hush');
});

test.each([
  ['STRIPE_SECRET_KEY', ' ', 'this is blank'],
  ['STRIPE_PUBLISHABLE_KEY', '\t', 'this is blank'],
  ['STRIPE_WEBHOOK_SECRET', '  ', 'this is blank'],
  ['STRIPE_SECRET_KEY', 'sk_live_hush ', 'this is no such key'],
  ['STRIPE_SECRET_KEY', 'sk_live_hush\n', 'this is no such key'],
  ['STRIPE_SECRET_KEY', 'pk_live_hush', 'this is no such key'],
  ['STRIPE_SECRET_KEY', 'sk_hush', 'this is no such key'],
  // It would be sent to every page.
  ['STRIPE_PUBLISHABLE_KEY', 'sk_live_hush', 'this is no such key'],
  ['STRIPE_PUBLISHABLE_KEY', 'rk_live_hush', 'this is no such key'],
  ['STRIPE_WEBHOOK_SECRET', 'sk_live_hush', 'this is no such key'],
])('a %s of the wrong kind is refused, and not shown (case %#)', (name, key, why) => {
  const attempt = () => loadConfig(coreConfigSchema, { ...onPublicUrl, ...stripe('live'), [name]: key });
  expect(attempt).toThrow(`${name}: ${why}`);
  expect(attempt).not.toThrow('hush');
});

test.each([
  ['sk_live_1', 'pk_test_1'],
  ['rk_live_1', 'pk_test_1'],
  ['sk_test_1', 'pk_live_1'],
  ['rk_test_1', 'pk_live_1'],
])(
  'core does not start with %s and %s of different modes, not even with STRIPE_TEST_MODE',
  (secret, publishable) => {
    const keys = { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable };
    const given = { ...stripe('test'), ...withTestMode, ...keys };
    for (const base of [example, onPublicUrl])
      expect(() => loadConfig(coreConfigSchema, { ...base, ...given })).toThrow(
        /STRIPE_PUBLISHABLE_KEY: this is a .* key and STRIPE_SECRET_KEY a .* key: take both/,
      );
  },
);

test.each(['sk_test_1', 'rk_test_1'])('the test key %s on a public URL needs STRIPE_TEST_MODE', (key) => {
  const given = { ...stripe('test'), STRIPE_SECRET_KEY: key };
  expect(() => loadConfig(coreConfigSchema, { ...onPublicUrl, ...given })).toThrow(
    /STRIPE_SECRET_KEY: with a test key .*STRIPE_TEST_MODE=yes/,
  );
  expect(loadConfig(coreConfigSchema, { ...onPublicUrl, ...given, ...withTestMode }).STRIPE_SECRET_KEY).toBe(
    key,
  );
  expect(loadConfig(coreConfigSchema, { ...example, ...given }).STRIPE_SECRET_KEY).toBe(key);
  expect(() =>
    loadConfig(coreConfigSchema, { ...onPublicUrl, ...given, STRIPE_TEST_MODE: 'perhaps' }),
  ).toThrow('STRIPE_TEST_MODE: say yes or no');
});

test.each(['sk_live_1', 'rk_live_1'])(
  'the live key %s is accepted on every PUBLIC_URL, and so is no key',
  (key) => {
    const given = { ...stripe('live'), STRIPE_SECRET_KEY: key };
    for (const base of [example, onPublicUrl])
      expect(loadConfig(coreConfigSchema, { ...base, ...given }).STRIPE_SECRET_KEY).toBe(key);
    expect(loadConfig(coreConfigSchema, onPublicUrl).STRIPE_SECRET_KEY).toBe('');
  },
);

describe.each(['STRIPE_API_URL', 'STRIPE_SCRIPT_URL'] as const)('%s', (name) => {
  test.each([
    [
      'a local stand-in beside a local PUBLIC_URL is accepted',
      example,
      stripe('test'),
      localStandIn,
      undefined,
    ],
    [
      'a local stand-in beside a public PUBLIC_URL is refused',
      onPublicUrl,
      stripe('test'),
      localStandIn,
      'with a test key',
    ],
    [
      'a local stand-in beside a public PUBLIC_URL is accepted in test mode',
      onPublicUrl,
      { ...stripe('test'), ...withTestMode },
      localStandIn,
      undefined,
    ],
    ['a remote stand-in is refused', example, stripe('test'), 'https://pay.example.com', 'leave it empty'],
    [
      'a remote stand-in is accepted in test mode',
      example,
      { ...stripe('test'), ...withTestMode },
      'https://pay.example.com',
      undefined,
    ],
    [
      'a remote stand-in without https is refused',
      example,
      { ...stripe('test'), ...withTestMode },
      'http://pay.example.com',
      'use https',
    ],
    [
      'a remote stand-in with live keys is refused',
      onPublicUrl,
      stripe('live'),
      'https://pay.example.com',
      'leave it empty',
    ],
    [
      'a remote stand-in with live keys is refused in test mode, too',
      onPublicUrl,
      { ...stripe('live'), ...withTestMode },
      'https://x.example',
      'leave it empty',
    ],
    [
      'a local stand-in with live keys is refused in test mode, too',
      example,
      { ...stripe('live'), ...withTestMode },
      localStandIn,
      'leave it empty',
    ],
    [
      'an address that is not of http or https is refused',
      example,
      stripe('test'),
      'ftp://x',
      'give the address',
    ],
  ])('%s', (_title, base, keys, url, problem) => {
    const attempt = () => loadConfig(coreConfigSchema, { ...base, ...keys, [name]: url });
    if (problem === undefined) expect(attempt()).toHaveProperty(name, url);
    else expect(attempt).toThrow(problem.startsWith('with') ? problem : `${name}: ${problem}`);
  });
});

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { loadConfig } from '@sixpence/config/load';
import { expect, test } from '@jest/globals';
import { coreConfigSchema } from './config.js';

const asWritten = parseEnv(readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8'));
const made = () => randomBytes(32).toString('base64');
/** With its secrets made, as it says. */
const example = {
  ...asWritten,
  MASTER_KEY: made(),
  SECRET_KEY: made(),
  SERVICE_TOKEN: randomBytes(32).toString('hex'),
};
const inTheWorld = { ...example, PUBLIC_URL: 'https://print.example.com' };

test('the example environment names every variable and is accepted once its secrets are made', () => {
  expect(Object.keys(asWritten).sort()).toEqual(Object.keys(coreConfigSchema.shape).sort());
  expect(loadConfig(coreConfigSchema, example).PORT).toBe(3000);
  expect(loadConfig(coreConfigSchema, inTheWorld).PORT).toBe(3000);
});

test('the example environment holds no secret that anybody could copy, and names each that is missing', () => {
  expect([asWritten['MASTER_KEY'], asWritten['SECRET_KEY'], asWritten['SERVICE_TOKEN']]).toEqual([
    '',
    '',
    '',
  ]);
  const attempt = () => loadConfig(coreConfigSchema, asWritten);
  expect(attempt).toThrow(/MASTER_KEY: .*openssl[\s\S]*SECRET_KEY: .*openssl[\s\S]*SERVICE_TOKEN: .*openssl/);
});

const digits = 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';

test.each([
  ['MASTER_KEY', digits],
  ['MASTER_KEY', Buffer.alloc(32, 7).toString('base64')],
  ['SECRET_KEY', 'MTA5ODc2NTQzMjEwOTg3NjU0MzIxMDk4NzY1NDMyMTA='],
  ['SECRET_KEY', example.MASTER_KEY],
  ['SERVICE_TOKEN', 'replace-this-with-a-long-random-token'],
])('%s that somebody could guess is for this machine alone (case %#)', (name, guessed) => {
  const attempt = () => loadConfig(coreConfigSchema, { ...inTheWorld, [name]: guessed });
  expect(attempt).toThrow(`${name}: this can be guessed`);
  expect(attempt).not.toThrow(guessed);
  expect(() => loadConfig(coreConfigSchema, { ...example, [name]: guessed })).not.toThrow();
});

test.each(['http://print.example.com', 'http://localhost.example.com', 'http://127.0.0.1.example.com'])(
  'cookies over %s could be read on the way: core does not start',
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
])('proxies at %s are believed: %s', (proxies, isTaken) => {
  const checking = () => loadConfig(coreConfigSchema, { ...example, TRUSTED_PROXIES: proxies });
  if (isTaken) expect(checking().TRUSTED_PROXIES).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  else expect(checking).toThrow(/TRUSTED_PROXIES: give addresses/);
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
])('without %s an identity provider is half of one: core does not start (case %#)', (name, given) => {
  const attempt = () => loadConfig(coreConfigSchema, { ...example, ...given });
  expect(attempt).toThrow(`${name}: give it together with`);
  expect(attempt).not.toThrow('secret');
});

test('whole identity providers are taken, and none at all as well', () => {
  const { GOOGLE_CLIENT_ID, APPLE_KEY_ID } = loadConfig(coreConfigSchema, { ...inTheWorld, ...apple });
  expect([GOOGLE_CLIENT_ID, APPLE_KEY_ID]).toEqual(['', 'key']);
});

test('a stand-in for an identity provider is for this machine alone', () => {
  const standIn = { GOOGLE_ISSUER: 'http://127.0.0.1:3200/google' };
  expect(loadConfig(coreConfigSchema, { ...example, ...standIn }).GOOGLE_ISSUER).toBe(standIn.GOOGLE_ISSUER);
  expect(() => loadConfig(coreConfigSchema, { ...inTheWorld, ...standIn })).toThrow(
    'GOOGLE_ISSUER: use https',
  );
  const elsewhere = { GOOGLE_ISSUER: 'http://issuer.example.com' };
  expect(() => loadConfig(coreConfigSchema, { ...example, ...elsewhere })).toThrow(
    'GOOGLE_ISSUER: use https',
  );
});

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

test.each([
  ...Object.keys(stripe).map((name) => [name, { ...stripe, [name]: '' }] as const),
  ['STRIPE_SECRET_KEY', { STRIPE_API_URL: 'http://127.0.0.1:3300' }],
])('without %s the payment provider is half of one: core does not start', (name, given) => {
  const attempt = () => loadConfig(coreConfigSchema, { ...example, ...given });
  expect(attempt).toThrow(`${name}: give it together with`);
  expect(attempt).not.toThrow('sk_test_1');
});

test('a whole payment provider is taken, and none at all as well', () => {
  expect(loadConfig(coreConfigSchema, { ...inTheWorld, ...stripe }).STRIPE_SECRET_KEY).toBe('sk_test_1');
  expect(loadConfig(coreConfigSchema, inTheWorld).STRIPE_SECRET_KEY).toBe('');
});

test.each(['STRIPE_API_URL', 'STRIPE_SCRIPT_URL'] as const)(
  '%s of a stand-in is for this machine alone',
  (name) => {
    const standIn = { ...stripe, [name]: 'http://127.0.0.1:3300/v3' };
    expect(loadConfig(coreConfigSchema, { ...example, ...standIn })).toHaveProperty(
      name,
      'http://127.0.0.1:3300/v3',
    );
    expect(() => loadConfig(coreConfigSchema, { ...inTheWorld, ...standIn })).toThrow(`${name}: use https`);
    const elsewhere = { ...stripe, [name]: 'http://pay.example.com' };
    expect(() => loadConfig(coreConfigSchema, { ...example, ...elsewhere })).toThrow(`${name}: use https`);
    expect(() => loadConfig(coreConfigSchema, { ...example, ...stripe, [name]: 'ftp://x' })).toThrow(name);
  },
);

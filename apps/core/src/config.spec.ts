import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { loadConfig } from '@sixpence/config/load';
import { expect, test } from '@jest/globals';
import { coreConfigSchema } from './config.js';

const example = parseEnv(readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8'));

test('the example environment names every variable and is accepted', () => {
  expect(Object.keys(example).sort()).toEqual(Object.keys(coreConfigSchema.shape).sort());
  expect(loadConfig(coreConfigSchema, example).PORT).toBe(3000);
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

import { createPublicKey, verify } from 'node:crypto';
import fs, { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { gatewayProof } from '@sixpence/contracts/agent/gateway';
import { Identity } from './identity.js';

const agentId = '6f0d3c1e-1f3e-4f58-9a44-2f1c1df2a6f0';
let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'sixpence-identity-')), 'data');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

test('the key is made once and is readable by the agent’s user only', () => {
  const first = new Identity(folder);
  const again = new Identity(folder);
  expect(again.publicKey).toBe(first.publicKey);
  expect(statSync(join(folder, 'agent-key.pem')).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('core can verify the proof with the public key', () => {
  const identity = new Identity(folder);
  const key = createPublicKey({
    key: Buffer.from(identity.publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  });
  const proof = Buffer.from(identity.prove(agentId, 'nonce'), 'base64');
  expect(verify(null, Buffer.from(gatewayProof(agentId, 'nonce')), key, proof)).toBe(true);
  expect(verify(null, Buffer.from(gatewayProof(agentId, 'other')), key, proof)).toBe(false);
});

test('an enrolment is remembered', () => {
  const identity = new Identity(folder);
  expect(identity.agentId).toBeUndefined();
  identity.keepEnrolment({ agentId, site: 'Demo library' });
  expect(statSync(join(folder, 'enrolment.json')).mode & 0o777).toBe(0o600);
  expect(new Identity(folder).agentId).toBe(agentId);
});

test('the key is written to the disk and its file is closed before the file gets its final name', () => {
  const acts: string[] = [];
  for (const act of ['openSync', 'writeSync', 'fsyncSync', 'closeSync', 'renameSync'] as const) {
    const original = fs[act] as (...args: unknown[]) => never;
    jest.spyOn(fs, act).mockImplementation((...args: unknown[]) => {
      acts.push(act);
      return original(...args);
    });
  }
  syncBuiltinESMExports();
  try {
    new Identity(folder);
  } finally {
    jest.restoreAllMocks();
    syncBuiltinESMExports();
  }
  expect(acts).toEqual(['openSync', 'writeSync', 'fsyncSync', 'closeSync', 'renameSync']);
});

test('a key file that a crash left unfinished is replaced', () => {
  mkdirSync(folder);
  const unfinished = join(folder, 'agent-key.pem.new');
  writeFileSync(unfinished, 'half a key'.repeat(1_000));
  const { publicKey } = new Identity(folder);
  expect(new Identity(folder).publicKey).toBe(publicKey);
  expect(existsSync(unfinished)).toBe(false);
});

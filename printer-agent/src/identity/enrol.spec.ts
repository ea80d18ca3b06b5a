import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { enrol, EnrolmentRefused } from './enrol.js';

const agentId = '6f0d3c1e-1f3e-4f58-9a44-2f1c1df2a6f0';
let answers: { status: number; body: unknown }[];
let requests: unknown[];
let core: Server;

beforeEach(async () => {
  requests = [];
  core = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => requests.push(JSON.parse(text)));
    request.on('end', () => {
      const { status, body } = answers.shift() ?? { status: 500, body: {} };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  core.listen(0, '127.0.0.1');
  await once(core, 'listening');
});
afterEach(() => {
  core.closeAllConnections();
  core.close();
});

function ask(signal = new AbortController().signal) {
  const coreUrl = `http://127.0.0.1:${(core.address() as AddressInfo).port}`;
  return enrol({ coreUrl, inviteCode: 'invite', publicKey: 'key' }, signal);
}

test('enrolment sends the invite with the key of this box', async () => {
  answers = [{ status: 200, body: { agentId, site: 'Demo library' } }];
  await expect(ask()).resolves.toEqual({ agentId, site: 'Demo library' });
  expect(requests).toEqual([{ inviteCode: 'invite', publicKey: 'key' }]);
});

test.each([429, 500, 503])('enrolment is retried when core answers %i', async (status) => {
  answers = [
    { status, body: {} },
    { status: 200, body: { agentId, site: 'Demo library' } },
  ];
  await expect(ask()).resolves.toMatchObject({ agentId });
});

test('enrolment is retried while core cannot be reached', async () => {
  answers = [{ status: 200, body: { agentId, site: 'Demo library' } }];
  core.once('request', (request: IncomingMessage) => request.socket.destroy());
  answers.unshift({ status: 200, body: {} });
  await expect(ask()).resolves.toMatchObject({ agentId });
});

test.each([400, 499])('enrolment fails without a retry when core answers %i', async (status) => {
  answers = [{ status, body: {} }];
  await expect(ask()).rejects.toThrow(EnrolmentRefused);
});

test('a refused invite is an error that names the command for a new one', async () => {
  answers = [{ status: 403, body: { code: 'agent.invite', message: 'used' } }];
  const refused = ask();
  await expect(refused).rejects.toThrow(EnrolmentRefused);
  await expect(refused).rejects.toThrow('agent invite');
});

test('an agent that is stopped during enrolment does not wait for core', async () => {
  const stopping = new AbortController();
  answers = [];
  const waiting = ask(stopping.signal);
  setTimeout(() => stopping.abort(), 50);
  await expect(waiting).rejects.toThrow();
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect, nkeys } from '@nats-io/transport-node';
import { loadConfig } from '@sixpence/config/load';
import { z } from 'zod';
import { natsAccess, natsVariables } from './access.js';

/**
 * A user key made for this test, in the format of NKeys:
 * https://docs.nats.io/using-nats/developer/connecting/creds
 */
const credentials = `-----BEGIN NATS USER JWT-----
eyJ0eXAiOiJKV1QiLCJhbGciOiJlZDI1NTE5LW5rZXkifQ.e30.c2lnbmVk
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
MADE BELOW
------END USER NKEY SEED------
`;

let folder: string;
const file = (name: string) => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sixpence-access-'));
  writeFileSync(
    file('core.creds'),
    credentials.replace('MADE BELOW', new TextDecoder().decode(nkeys.createUser().getSeed())),
  );
  for (const name of ['server', 'core']) {
    const names = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const out = ['-keyout', file(`${name}.key`), '-out', file(`${name}.pem`), '-days', '2'];
    execFileSync('openssl', ['req', '-x509', ...key, ...names, ...out], { stdio: 'ignore' });
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The CONNECT message and the certificate that a server receives from a process with these variables. */
async function connectMessageOf(variables: Record<string, string>, scheme = 'nats', userInfo = '') {
  const isSecure = scheme === 'tls' || 'NATS_CA_FILE' in variables;
  const received: {
    connect: Record<string, unknown>;
    certificate: string | undefined;
  }[] = [];
  const server = createServer((socket) => {
    const info = {
      server_id: 'test',
      version: '2.10.0',
      headers: true,
      nonce: 'n',
      max_payload: 1e6,
      proto: 1,
    };
    socket.write(`INFO ${JSON.stringify({ ...info, auth_required: true, tls_required: isSecure })}\r\n`);
    const stream = isSecure ? secured(socket) : socket;
    stream.on('error', () => undefined);
    createInterface({ input: stream }).on('line', (line) => {
      if (line.startsWith('PING')) stream.write('PONG\r\n');
      if (!line.startsWith('CONNECT')) return;
      const subject = stream instanceof TLSSocket ? stream.getPeerCertificate().subject : undefined;
      const connect = JSON.parse(line.slice('CONNECT '.length)) as Record<string, unknown>;
      received.push({ connect, certificate: subject?.CN?.toString() });
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const environment = { ...variables, NATS_URL: `${scheme}://${userInfo}127.0.0.1:${port}` };
  const access = natsAccess(loadConfig(z.object(natsVariables), environment));
  try {
    const connection = await connect({ ...access, reconnect: false });
    await connection.close();
  } finally {
    server.close();
  }
  return received[0]!;
}

function secured(socket: Socket): TLSSocket {
  const [key, cert, ca] = ['server.key', 'server.pem', 'core.pem'].map((name) => readFileSync(file(name)));
  return new TLSSocket(socket, {
    isServer: true,
    key,
    cert,
    ca,
    requestCert: true,
    rejectUnauthorized: false,
  });
}

describe('a process authenticates at NATS with', () => {
  test.each([
    ['nothing where no credentials are set', '', {}, {}],
    ['user and password of the address', 'core:p%40ss@', {}, { user: 'core', pass: 'p@ss' }],
    ['the token of the address', 't0ken@', {}, { auth_token: 't0ken' }],
    [
      'user and password of its variables',
      '',
      { NATS_USER: 'core', NATS_PASSWORD: 'p' },
      { user: 'core', pass: 'p' },
    ],
    [
      'user and password of its variables, which override those of the address',
      'a:b@',
      { NATS_USER: 'core', NATS_PASSWORD: 'p' },
      { user: 'core', pass: 'p' },
    ],
    ['the token of its variables', '', { NATS_TOKEN: 't' }, { auth_token: 't' }],
    [
      'the token of its variables, which overrides that of the address',
      't0ken@',
      { NATS_TOKEN: 't' },
      { auth_token: 't' },
    ],
    [
      'user and password of its variables, which override the token of the address',
      't0ken@',
      { NATS_USER: 'core', NATS_PASSWORD: 'p' },
      { user: 'core', pass: 'p' },
    ],
    [
      'the user of its variables and the password of the address',
      'a:b@',
      { NATS_USER: 'core' },
      { user: 'core', pass: 'b' },
    ],
  ] as const)('%s', async (_, userInfo, variables, expected) => {
    const { connect } = await connectMessageOf(variables, 'nats', userInfo);
    const { user, pass, auth_token } = connect;
    expect({ user, pass, auth_token }).toEqual({
      user: undefined,
      pass: undefined,
      auth_token: undefined,
      ...expected,
    });
  });

  test('a JWT and a signature by its key', async () => {
    const { connect } = await connectMessageOf({ NATS_CREDS_FILE: file('core.creds') });
    expect(connect['jwt']).toMatch(/^eyJ/);
    expect(connect['sig']).toMatch(/^[\w+/=-]{80,}$/);
  });

  test('its own certificate, over TLS with a server whose certificate it trusts', async () => {
    const own = { NATS_CERT_FILE: file('core.pem'), NATS_KEY_FILE: file('core.key') };
    const { certificate, connect } = await connectMessageOf({
      ...{ NATS_CA_FILE: file('server.pem'), ...own },
      ...{ NATS_USER: 'core', NATS_PASSWORD: 'p' },
    });
    expect({ certificate, user: connect['user'] }).toEqual({ certificate: 'core', user: 'core' });
  });
});

test('credentials and `tls://` of the second of two addresses count for both', () => {
  const access = natsAccess({ NATS_URL: 'a.internal:4222, tls://core:p%40ss@b.internal:4333' });
  expect(access).toEqual({
    servers: ['a.internal:4222', 'b.internal:4333'],
    ...{ user: 'core', pass: 'p@ss', tls: {} },
  });
});

test('a process does not connect to a server without a trusted certificate', async () => {
  await expect(connectMessageOf({ NATS_USER: 'core', NATS_PASSWORD: 'secret' }, 'tls')).rejects.toThrow(
    /certificate/i,
  );
});

test.each([
  ['NATS_URL', 'http://hunter2@localhost', /NATS_URL: give the address of NATS/],
  ['NATS_URL', 'nats://localhost, http://hunter2@b.internal', /NATS_URL: give the address of NATS/],
  ['NATS_URL', 'hunter2:hunter2', /NATS_URL: give the address of NATS/],
  ['NATS_URL', 'localhost,,hunter2', /NATS_URL: give the address of NATS/],
  ['NATS_CREDS_FILE', '/nowhere/hunter2', /NATS_CREDS_FILE: give a file/],
])('an invalid %s is named, without its value', (name, value, sentence) => {
  const reading = () => loadConfig(z.object(natsVariables), { NATS_URL: 'nats://localhost', [name]: value });
  expect(reading).toThrow(sentence);
  expect(reading).not.toThrow(/hunter2/);
});

test('a tls:// address requires TLS, also without a certificate file', () => {
  expect(natsAccess({ NATS_URL: 'tls://nats.example.com:4222' })).toHaveProperty('tls', {});
  expect(natsAccess({ NATS_URL: 'nats://nats.example.com:4222' })).not.toHaveProperty('tls');
  const own = natsAccess({ NATS_URL: 'nats.example.com', NATS_CERT_FILE: file('core.pem') });
  expect(own.tls).toEqual({ cert: readFileSync(file('core.pem'), 'utf8') });
});

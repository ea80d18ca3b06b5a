import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { natsUsers } from '@sixpence/sandbox/nats/server';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** The lines of a NATS configuration, without comments. */
const statements = (path: string) =>
  read(path)
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');

const service = /^ {2}nats:\n(?: {4}.*\n)+/m.exec(read('docker-compose.yml'))?.[0] ?? '';
const accounts = statements('apps/sandbox/nats/accounts.conf');

describe('the NATS server of docker-compose.yml', () => {
  test('reads its configuration from the folder with the accounts of the embedded servers', () => {
    expect(service).toContain("command: ['--config=/etc/nats/server.conf']");
    expect(service).toContain('- ./apps/sandbox/nats:/etc/nats:ro');
  });

  test('accepts these accounts only', () => {
    const own = statements('apps/sandbox/nats/server.conf');
    expect(own).toContain('include ./accounts.conf');
    expect(own.join()).not.toMatch(/authorization|accounts \{|user|token|auth/);
  });

  test('starts only with a password for each account', () => {
    const passwords = accounts.flatMap((line) => /^password: \$(\w+)$/.exec(line)?.[1] ?? []);
    expect(passwords).toHaveLength(natsUsers.length);
    for (const name of passwords) expect(service).toContain(`${name}: '"\${${name}:?`);
  });

  test('writes an acknowledged event to disk, against a power failure', () => {
    expect(statements('apps/sandbox/nats/server.conf').join()).toMatch(
      /jetstream \{[^}]*sync_interval: always/,
    );
  });

  test('listens on localhost only, and its health port in its own container only', () => {
    expect(service).toContain("- '127.0.0.1:${NATS_PORT:-4223}:4222'");
    expect(statements('apps/sandbox/nats/server.conf')).toContain('http: "127.0.0.1:8222"');
  });
});

describe('the PostgreSQL server of docker-compose.yml', () => {
  const postgres = /^ {2}postgres:\n(?: {4}.*\n)+/m.exec(read('docker-compose.yml'))?.[0] ?? '';
  const script = read('apps/sandbox/postgres/roles.sh');

  test('makes the two roles from the file of the embedded servers', () => {
    expect(postgres).toContain('- ./apps/sandbox/postgres/roles.sh:/docker-entrypoint-initdb.d/roles.sh:ro');
    const [, mounted = ''] = /- \.\/apps\/sandbox\/postgres\/roles\.sql:(\S+):ro/.exec(postgres) ?? [];
    expect(script).toContain(`--file ${mounted}`);
  });

  test('gets each password that the file needs', () => {
    const variables = [...read('apps/sandbox/postgres/roles.sql').matchAll(/:'(\w+)'/g)].map(
      ([, name = '']) => name,
    );
    expect(variables).toEqual(['owner_password', 'app_password']);
    for (const name of variables) {
      expect(script).toContain(`--set ${name}="$${name.toUpperCase()}"`);
      expect(postgres).toContain(`${name.toUpperCase()}: \${`);
    }
  });
});

test('docker-compose.yml contains no default password', () => {
  expect(read('docker-compose.yml')).not.toMatch(/PASSWORD:-/);
});

test('each NATS client has one user, in its own account', () => {
  const users = accounts.flatMap((line) => /^user: (\w+)$/.exec(line)?.[1] ?? []);
  const accountNames = accounts.flatMap((line) => /^([A-Z]+) \{$/.exec(line)?.[1] ?? []);
  expect(users).toEqual([...natsUsers]);
  expect(accountNames.map((accountName) => accountName.toLowerCase())).toEqual(users);
});

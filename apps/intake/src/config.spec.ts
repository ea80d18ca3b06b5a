import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { intakeConfigSchema } from './config.js';

const needed = {
  CORE_URL: 'http://localhost:3000',
  INTAKE_TOKEN: randomBytes(32).toString('hex'),
  PUBLIC_URL: 'https://print.example.com',
};
const read = (variables: Readonly<Record<string, string>>) =>
  intakeConfigSchema.safeParse({ ...needed, ...variables });

test('by default an intake listens on loopback, queries the name servers of its machine, and trusts no seal', () => {
  expect(read({}).data).toMatchObject({
    HOST: '127.0.0.1',
    INTAKE_PORT: 2_525,
    MAIL_HOST: 'print.localhost',
    PRINT_ADDRESS: 'print@print.localhost',
    TLS_CERT_FILE: '',
    TLS_KEY_FILE: '',
    DNS_SERVERS: [],
    TRUSTED_SEALERS: [],
    SPOOL_DIR: '/dev/shm',
    LOG_LEVEL: 'info',
  });
});

test('lists have commas or spaces, and the domains of trusted servers are in lower case', () => {
  const { data } = read({ DNS_SERVERS: '192.0.2.1, 192.0.2.2:53', TRUSTED_SEALERS: ' A.Example b.example ' });
  expect(data?.DNS_SERVERS).toEqual(['192.0.2.1', '192.0.2.2:53']);
  expect(data?.TRUSTED_SEALERS).toEqual(['a.example', 'b.example']);
});

test.each([
  ['a certificate without its key', { TLS_CERT_FILE: 'cert.pem' }, 'TLS_KEY_FILE'],
  ['a key without its certificate', { TLS_KEY_FILE: 'key.pem' }, 'TLS_KEY_FILE'],
  ['a print address without a domain', { PRINT_ADDRESS: 'print' }, 'PRINT_ADDRESS'],
  ['a site without a scheme', { PUBLIC_URL: 'print.example.com' }, 'PUBLIC_URL'],
  ['a port above 65535', { INTAKE_PORT: '65536' }, 'INTAKE_PORT'],
])('%s is refused', (_what, variables, name) => {
  expect(read(variables).error?.issues).toMatchObject([{ path: [name] }]);
});

test('a refused address says what to give instead', () => {
  const { error } = read({ PRINT_ADDRESS: 'print', PUBLIC_URL: 'print.example.com' });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'give an address, such as print@print.example.com',
    'give the address people open, such as https://print.example.com',
  ]);
  expect(read({ TLS_KEY_FILE: 'key.pem' }).error?.issues[0]?.message).toBe(
    'give both files, TLS_CERT_FILE and TLS_KEY_FILE, or neither',
  );
});

test('a certificate with its key is accepted', () => {
  expect(read({ TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' }).success).toBe(true);
});

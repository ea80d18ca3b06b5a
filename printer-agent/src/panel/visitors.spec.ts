import { expect, test } from '@jest/globals';
import type { PanelAddress } from './panel-address.js';
import { isOwnHost, isOwnPage } from './visitors.js';

const local: Pick<PanelAddress, 'names' | 'port' | 'certificate'> = {
  names: new Set(['localhost', '127.0.0.1', '[::1]']),
  port: 3100,
};
const network = {
  names: new Set(['panel.example.com']),
  port: 443,
  certificate: { cert: 'cert.pem', key: 'key.pem' },
};

test.each([
  ['localhost:3100', true],
  ['127.0.0.1:3100', true],
  ['[::1]:3100', true],
  ['localhost:3000', false],
  ['localhost', false],
  ['printers.example.com:3100', false],
  ['localhost.example.com:3100', false],
  ['127.0.0.1:3100@example.com', false],
  ['', false],
  ['%', false],
  [undefined, false],
])('the host %s names this box: %s', (host, own) => {
  expect(isOwnHost({ host }, local)).toBe(own);
});

test.each([
  ['http://localhost:3100', true],
  ['http://127.0.0.1:3100', false],
  ['https://localhost:3100', false],
  ['http://example.com', false],
  ['null', false],
  [undefined, false],
])('a page at %s is one of this box: %s', (origin, own) => {
  expect(isOwnPage({ host: 'localhost:3100', origin }, local)).toBe(own);
});

test.each([
  ['panel.example.com', true],
  ['panel.example.com:443', true],
  ['PANEL.example.com', true],
  ['panel.example.com:3443', false],
  ['localhost', false],
  ['192.168.1.20', false],
])('in the network the host %s names this box: %s', (host, own) => {
  expect(isOwnHost({ host }, network)).toBe(own);
});

test.each([
  ['https://panel.example.com', true],
  ['http://panel.example.com', false],
  ['https://example.com', false],
])('in the network a page at %s is one of this box: %s', (origin, own) => {
  expect(isOwnPage({ host: 'panel.example.com', origin }, network)).toBe(own);
});

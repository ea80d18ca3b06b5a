import { expect, test } from '@jest/globals';
import type { Call } from '@sixpence/contracts/http/call';
import { callFinder } from './call-of-request.js';

const row = { summary: '', proof: 'none' } as const;
const calls: readonly Call[] = [
  { ...row, method: 'GET', path: '/choices' },
  { ...row, method: 'POST', path: '/choices' },
  { ...row, method: 'PUT', path: '/storage/:token' },
];
const found = (method: string, url?: string) => callFinder(calls)({ method, routeOptions: { url } });

test.each([
  ['GET', '/choices', calls[0]],
  ['HEAD', '/choices', calls[0]],
  ['POST', '/choices', calls[1]],
  ['PUT', '/storage/:token', calls[2]],
])('a request %s %s has its own row in the table of calls', (method, url, call) => {
  expect(found(method, url)).toBe(call);
});

test.each([
  ['GET', '/storage/:token'],
  ['PUT', '/choices'],
  ['GET', undefined],
])('a request %s %s has no row in the table of calls', (method, url) => {
  expect(found(method, url)).toBeUndefined();
});

import type { ArgumentsHost } from '@nestjs/common';
import { NotFoundException } from '@nestjs/common';
import { expect, jest, test } from '@jest/globals';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import { RefusalFilter } from './refusal.filter.js';

interface Asked {
  method?: string;
  accept?: string;
  /** Whether an answer has begun. */
  begun?: 'sent' | 'headers';
}

/** Answers an error. @returns the calls of the reply, and the levels of its log lines */
function answered(error: unknown, { method = 'GET', accept, begun }: Asked = {}) {
  const did: unknown[] = [];
  const levels: string[] = [];
  const lines: unknown[][] = [];
  const reply = {
    sent: begun === 'sent',
    raw: { headersSent: begun === 'headers', destroy: () => void did.push('closed') },
    redirect: (...to: unknown[]) => void did.push(to),
    status: (status: number) => {
      did.push(status);
      return reply;
    },
    headers: (headers: object) => {
      did.push(headers);
      return reply;
    },
    send: (body: unknown) => void did.push(body),
  };
  const request = { method, headers: { accept }, routeOptions: { url: '/route' } };
  const http = { getResponse: () => reply, getRequest: () => request };
  const log = (level: string) =>
    jest.fn((...line: unknown[]) => {
      levels.push(level);
      lines.push(line);
    });
  const logger = { warn: log('warn'), error: log('error') } as unknown as Logger;
  new RefusalFilter(logger).catch(error, { switchToHttp: () => http } as unknown as ArgumentsHost);
  return { did, levels, lines };
}

const unknownRoute = [404, {}, expect.objectContaining({ code: 'route.unknown' })];

test.each<[string, unknown, Asked, unknown[]]>([
  [
    'a page is redirected to the start page',
    new NotFoundException(),
    { accept: 'text/html,*/*' },
    [['/', 302]],
  ],
  ['a call is refused', new NotFoundException(), { accept: 'application/json' }, unknownRoute],
  ['a request without an Accept header is refused', new NotFoundException(), {}, unknownRoute],
  ['a form is refused', new NotFoundException(), { method: 'POST', accept: 'text/html' }, unknownRoute],
  [
    'a page that a call refuses is answered with the refusal',
    new Refusal('document.unknown'),
    { accept: 'text/html' },
    [404, {}, expect.objectContaining({ code: 'document.unknown' })],
  ],
])('for an unknown address or object, %s', (_, error, asked, did) => {
  expect(answered(error, asked)).toEqual({ did, levels: [], lines: [] });
});

test.each([
  ['a refusal', new Refusal('code.paused', undefined, 60), 429, { 'retry-after': '60' }, []],
  [
    'an outage',
    Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
    503,
    { 'retry-after': '5' },
    ['warn'],
  ],
  ['a defect', new Error('x'), 500, {}, ['error']],
])('%s is answered with its headers, and logged at its level', (_, error, status, headers, levels) => {
  expect(answered(error)).toEqual({
    did: [status, headers, expect.any(Object)],
    levels,
    lines: expect.any(Array),
  });
});

test.each(['sent', 'headers'] as const)(
  'an error after the answer has begun (%s) closes the connection',
  (begun) => {
    const err = new Refusal('code.paused');
    expect(answered(err, { begun })).toEqual({
      did: ['closed'],
      levels: ['error'],
      lines: [[{ err }, 'a request failed after its answer had begun']],
    });
  },
);

test('the log has the route and reference of a defect, and no route of an outage', () => {
  const defect = new Error('x');
  const { did, lines } = answered(defect);
  expect(lines).toEqual([
    [{ err: defect, reference: expect.any(String), route: '/route' }, 'unexpected failure'],
  ]);
  const { reference } = (lines[0] as [{ reference: string }])[0];
  expect(did.at(-1)).toMatchObject({ message: expect.stringContaining(reference) });
  const outage = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
  expect(answered(outage).lines).toEqual([[{ err: outage }, 'a dependency is unavailable']]);
});

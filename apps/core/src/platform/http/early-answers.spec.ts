import type { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { Refusal } from '@sixpence/contracts/refusals';
import { answerOf } from './answer-of.js';
import { earlyAnswers, rawAnswer } from './early-answers.js';

/** A failed connection. @returns what is written to it, and whether it is closed */
function failed(code: string | undefined, { writable = true, destroyed = false } = {}): [string, boolean] {
  let [written, isClosed] = ['', false];
  const socket = {
    writable,
    destroyed,
    write: (text: string) => (written += text),
    destroy: () => (isClosed = true),
  };
  earlyAnswers.clientErrorHandler(
    Object.assign(new Error('unreadable'), code !== undefined && { code }),
    socket as unknown as Socket,
  );
  return [written, isClosed];
}

test.each([
  ['HPE_HEADER_OVERFLOW', 'HTTP/1.1 431 Request Header Fields Too Large\r\n'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'HTTP/1.1 408 Request Timeout\r\n'],
  ['HPE_INVALID_METHOD', 'HTTP/1.1 400 Bad Request\r\n'],
  [undefined, 'HTTP/1.1 400 Bad Request\r\n'],
])('a connection that fails with %s is answered and closed', (code, line) => {
  const [written, isClosed] = failed(code);
  expect([written.startsWith(line), isClosed]).toEqual([true, true]);
});

test.each([
  ['was reset', 'ECONNRESET', {}, false],
  ['is closed already', 'HPE_INVALID_METHOD', { destroyed: true }, false],
  ['takes no more bytes', 'HPE_INVALID_METHOD', { writable: false }, true],
])('a connection that %s gets no answer', (_, code, state, isClosed) => {
  expect(failed(code, state)).toEqual(['', isClosed]);
});

test('a raw answer has the length of its bytes, its own headers, and the end of the connection', () => {
  const text = rawAnswer(answerOf(new Refusal('request.too-many', 'Später.', 7)));
  const body = '{"code":"request.too-many","message":"Später."}';
  expect(text.split('\r\n')).toEqual([
    'HTTP/1.1 429 Too Many Requests',
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length + 1}`,
    'retry-after: 7',
    '',
    body,
  ]);
});

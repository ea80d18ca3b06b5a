import { expect, test } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { ClientRequest } from 'node:http';
import { PassThrough } from 'node:stream';
import { receiveReply } from './receive.js';

const neverAborted = new AbortController().signal;

function aReply() {
  return Object.assign(new PassThrough(), { statusCode: 200, headers: {} });
}

test('when the upload fails after the reply has begun, the whole reply is still returned', async () => {
  const request = new EventEmitter();
  const reply = aReply();
  const received = receiveReply(request as ClientRequest, 'interrupted', neverAborted);
  request.emit('response', reply);
  reply.write('the printer');
  request.emit('error', new Error('write EPIPE'));
  request.emit('close');
  reply.end(' is busy');
  expect((await received).toString()).toBe('the printer is busy');
});

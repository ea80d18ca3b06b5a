import { expect, test } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { ClientRequest } from 'node:http';
import { PassThrough } from 'node:stream';
import { receiveReply } from './receive.js';

const goesOn = new AbortController().signal;

function aReply() {
  return Object.assign(new PassThrough(), { statusCode: 200, headers: {} });
}

test('an upload that breaks off during the reply does not hide the reply', async () => {
  const request = new EventEmitter();
  const reply = aReply();
  const received = receiveReply(request as ClientRequest, 'interrupted', goesOn);
  request.emit('response', reply);
  reply.write('the printer');
  request.emit('error', new Error('write EPIPE'));
  request.emit('close');
  reply.end(' is busy');
  expect((await received).toString()).toBe('the printer is busy');
});

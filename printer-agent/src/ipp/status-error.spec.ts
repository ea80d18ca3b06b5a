import { expect, test } from '@jest/globals';
import { decodeMessage } from './codec/decode.js';
import { statusError } from './status-error.js';
import { reply } from './testing/replies.js';

function answered(code: number) {
  const bytes = Buffer.from(reply('cancel-job'));
  bytes.writeUInt16BE(code, 2);
  return statusError({ message: decodeMessage(bytes), bytes });
}

test.each([
  [0x0400, 'refused'],
  [0x0401, 'auth'],
  [0x0402, 'auth'],
  [0x0403, 'auth'],
  [0x0405, 'timeout'],
  [0x0406, 'not-found'],
  [0x0407, 'not-found'],
  [0x0408, 'too-large'],
  [0x040a, 'unsupported-format'],
  [0x040b, 'unsupported-option'],
  [0x040e, 'unsupported-option'],
  [0x0411, 'unsupported-format'],
  [0x0500, 'refused'],
  [0x0502, 'busy'],
  [0x0504, 'aborted'],
  [0x0505, 'busy'],
  [0x0506, 'not-accepting'],
  [0x0507, 'busy'],
  [0x0508, 'aborted'],
  [0x0509, 'refused'],
  [0x7fff, 'refused'],
])('status %i is %s', (code, kind) => {
  expect(answered(code)).toMatchObject({ kind, status: code });
});

test.each([
  ['create-job-busy', 'busy', 'the printer answered 0x0507'],
  ['get-job-not-found', 'not-found', 'the printer answered 0x0406'],
  ['validate-job-format', 'unsupported-format', 'the printer answered 0x040b about document-format'],
  ['validate-job-sides', 'unsupported-option', 'the printer answered 0x040b about copies, sides'],
  ['version-not-supported', 'refused', 'the printer answered 0x0503'],
])('%s of a real printer', (name, kind, message) => {
  const bytes = reply(name);
  expect(statusError({ message: decodeMessage(bytes), bytes })).toMatchObject({ kind, message });
});

import { expect, test } from '@jest/globals';
import { write } from './codec/attributes.js';
import { decodeMessage } from './codec/decode.js';
import { statusError } from './status-error.js';
import { unsupportedGroup } from './testing/fake-printer.js';
import { reply } from './testing/replies.js';

function errorFor(code: number) {
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
  [0x050a, 'not-accepting'],
  [0x7fff, 'refused'],
])('the status code %i is the error %s', (code, kind) => {
  expect(errorFor(code)).toMatchObject({ kind, status: code });
});

test.each([
  ['create-job-busy', 'busy', 'the printer answered 0x0507'],
  ['get-job-not-found', 'not-found', 'the printer answered 0x0406'],
  ['validate-job-format', 'unsupported-format', 'the printer answered 0x040b about document-format'],
  ['validate-job-sides', 'unsupported-option', 'the printer answered 0x040b about copies, sides'],
  ['version-not-supported', 'refused', 'the printer answered 0x0503'],
])('the reply %s of a real printer is the error %s', (name, kind, message) => {
  const bytes = reply(name);
  expect(statusError({ message: decodeMessage(bytes), bytes })).toMatchObject({ kind, message });
});

test('an error names at most twenty unsupported attributes, and only those that are keywords', () => {
  const names = [
    '\u001b[2J',
    'Sides',
    'x'.repeat(65),
    ...Array.from({ length: 21 }, (_, index) => `a-${index}`),
  ];
  const group = unsupportedGroup(...names.map((name) => write.keyword(name, 'x')));
  const message = { version: { major: 2, minor: 0 }, code: 0x040b, requestId: 1, groups: [group] };
  const { attributes } = statusError({ message, bytes: Buffer.alloc(0) });
  expect(attributes).toEqual(names.slice(3, 23));
});

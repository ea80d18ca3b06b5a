import { describe, expect, test } from '@jest/globals';
import { textsOf, integersOf, groupsOf } from './attributes.js';
import { decodeMessage } from './decode.js';
import { encodeMessage } from './encode.js';
import { IppError } from '../errors.js';
import { groupTag } from './tags.js';
import { realReplies, reply } from '../testing/replies.js';

const odd = ['odd-hp-text-with-language', 'odd-repeated-attributes'];

/** A reply of one group of job attributes, from hexadecimal. */
function replyOf(attributes: string): Buffer {
  return Buffer.from(`0200000000000001` + '02' + attributes.replace(/\s/g, '') + '03', 'hex');
}

function refusal(bytes: Uint8Array): IppError {
  try {
    decodeMessage(bytes);
  } catch (error) {
    if (error instanceof IppError) return error;
    throw error;
  }
  throw new Error('the message was accepted');
}

describe('replies of real printers', () => {
  test.each([...realReplies(), ...odd])('%s decodes and encodes to the same bytes', (name) => {
    const bytes = reply(name);
    expect(encodeMessage(decodeMessage(bytes)).toString('hex')).toBe(bytes.toString('hex'));
  });

  test.each([...realReplies(), ...odd])('%s is refused wherever it is cut', (name) => {
    const bytes = reply(name);
    const accepted = [...bytes.keys()].filter((length) => {
      try {
        decodeMessage(bytes.subarray(0, length));
        return true;
      } catch (error) {
        if (!(error instanceof IppError) || error.kind !== 'garbage') throw error;
        return false;
      }
    });
    expect(accepted).toEqual([]);
  });
});

test('both forms of HP printers for a text with its language are decoded', () => {
  const [printer] = groupsOf(decodeMessage(reply('odd-hp-text-with-language')), groupTag.printer);
  expect(textsOf(printer!, 'printer-info')).toEqual(['Hall']);
  expect(textsOf(printer!, 'printer-location')).toEqual(['Lobby ']);
  expect(textsOf(printer!, 'printer-name')).toEqual(['Flurü']);
});

test('of a repeated attribute the first one counts', () => {
  const [printer] = groupsOf(decodeMessage(reply('odd-repeated-attributes')), groupTag.printer);
  expect(integersOf(printer!, 'printer-state')).toEqual([3]);
});

test('the 21 bytes that crash other parsers are refused', () => {
  const bytes = reply('evil-negative-length');
  expect(bytes).toHaveLength(21);
  expect(refusal(bytes)).toMatchObject({ kind: 'garbage', replyHex: bytes.toString('hex') });
});

describe('malformed replies are refused', () => {
  const cases: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['a web page', Buffer.from('<!DOCTYPE html><html><body>Sign in</body></html>')],
    ['zeros', Buffer.alloc(4096)],
    ['a value length of 0xFFFA', replyOf('44 0001 61 fffa' + '61'.repeat(0xfffa))],
    ['a name length of 0xFFFA', replyOf('44 fffa' + '61'.repeat(0xfffa) + '0000')],
    ['a value before any name', replyOf('21 0000 0004 00000001')],
    ['an integer of three bytes', replyOf('21 0001 61 0003 000001')],
    ['a boolean of two bytes', replyOf('22 0001 61 0002 0001')],
    ['a range of four bytes', replyOf('33 0001 61 0004 00000001')],
    ['a resolution of eight bytes', replyOf('32 0001 61 0008 0000025800000258')],
    ['a date of eight bytes', replyOf('31 0001 61 0008 07ea0b1409023800')],
    ['a date without a direction from UTC', replyOf('31 0001 61 000b 07ea0b14090238002a0000')],
    ['a group of tag 0', Buffer.from('02000000000000010003', 'hex')],
    ['a value outside of a group', Buffer.from('0200000000000001' + '44000161000003', 'hex')],
    ['a group of the lowest tag of values', Buffer.from('02000000000000011003', 'hex')],
    ['an end of a collection outside of one', replyOf('37 0000 0000')],
    ['a member outside of a collection', replyOf('4a 0000 0001 61')],
    ['a collection without its end', replyOf('34 0001 61 0000 4a 0000 0001 62 21 0000 0004 00000001')],
    ['a member without a name', replyOf('34 0001 61 0000 21 0000 0004 00000001 37 0000 0000')],
    ['a member without a value', replyOf('34 0001 61 0000 4a 0000 0001 62 37 0000 0000')],
    [
      'a member with two names',
      replyOf('34 0001 61 0000 4a 0000 0001 62 21 0001 63 0004 00000001 37 0000 0000'),
    ],
    [
      'collections nested a thousand deep',
      replyOf('34 0001 61 0000' + '4a 0000 0001 62 34 0000 0000'.repeat(1000) + '37 0000 0000'.repeat(1001)),
    ],
    ['more values than any printer has', replyOf('44 0001 61 0000' + '44 0000 0000'.repeat(20_000))],
  ];

  test.each(cases)('%s', (_name, bytes) => {
    expect(refusal(bytes)).toMatchObject({ kind: 'garbage' });
  });
});

test.each([
  ['12 collections in each other', '4a 0000 0001 62 34 0000 0000', 11, '37 0000 0000', 12],
  ['20,000 values', '44 0000 0000', 19_999, '', 0],
])('a reply with %s is accepted, and one with one more is refused', (_, inner, most, end, ends) => {
  const begin = ends > 0 ? '34 0001 61 0000' : '44 0001 61 0000';
  const filling = ends > 0 ? '4a 0000 0001 62 21 0000 0004 00000001' : '';
  const nested = (times: number) =>
    replyOf(begin + inner.repeat(times) + filling + end.repeat(ends > 0 ? times + 1 : 0));
  expect(decodeMessage(nested(most)).groups).toHaveLength(1);
  expect(refusal(nested(most + 1))).toMatchObject({ kind: 'garbage' });
});

test.each([
  ['40', 'text'],
  ['5f', 'text'],
  ['3f', 'octets'],
  ['60', 'octets'],
])('a value of the unassigned tag 0x%s is kept as %s', (tag, kind) => {
  const [group] = decodeMessage(replyOf(`${tag} 0001 61 0002 6869`)).groups;
  expect(group?.attributes[0]?.values).toMatchObject([{ kind, tag: Number.parseInt(tag, 16) }]);
});

test.each([
  ['an empty language and an empty text', '0004 0000 0000', { language: '', text: '' }],
  ['an empty text', '0006 0002 656e 0000', { language: 'en', text: '' }],
  [
    'the lengths of both parts, without the outer length',
    '0002 656e 0002 6869',
    { language: 'en', text: 'hi', bare: true },
  ],
  ['a language of one letter', '0001 65 0002 6869', { language: 'e', text: 'hi', bare: true }],
  [
    'parts shorter than the outer length',
    '0008 0002 656e 0001 61 62 0002 6869',
    { language: '\u0000\u0002en\u0000\u0001ab', text: 'hi', bare: true },
  ],
  [
    'a language longer than the outer length',
    '0004 00ff 6162 0002 6869',
    { language: '\u0000\u00ffab', text: 'hi', bare: true },
  ],
  [
    'only one byte of the length of its text',
    '0004 0001 65 00 0002 6869',
    { language: '\u0000\u0001e\u0000', text: 'hi', bare: true },
  ],
  ['no language, without the outer length', '0000 0002 6869', { language: '', text: 'hi', bare: true }],
])('a text with a language decodes with %s', (_, bytes, parts) => {
  const [group] = decodeMessage(replyOf(`35 0001 61 ${bytes}`)).groups;
  expect(group?.attributes[0]?.values).toEqual([{ kind: 'text-with-language', tag: 0x35, ...parts }]);
});

test('the error has the position, keeps 200 bytes for the log, and repeats no text of the printer', () => {
  const error = refusal(
    replyOf('44 0001 61 0fff' + Buffer.from('\u001b[2Jpwned').toString('hex').repeat(50)),
  );
  expect(error.message).toMatch(/^the reply is malformed at byte \d+: it ends too early$/);
  expect(error.replyHex).toHaveLength(400);
});

test('a document after the end tag is ignored', () => {
  const bytes = reply('validate-job');
  expect(decodeMessage(Buffer.concat([bytes, Buffer.from('%PDF-1.7')]))).toEqual(decodeMessage(bytes));
});

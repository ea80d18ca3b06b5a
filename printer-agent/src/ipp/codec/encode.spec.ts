import { describe, expect, test } from '@jest/globals';
import { write } from './attributes.js';
import { decodeMessage } from './decode.js';
import { encodeMessage } from './encode.js';
import type { Message, Value } from './message.js';
import { operation } from '../operations.js';
import { groupTag, valueTag } from './tags.js';

function messageOf(...values: Value[]): Message {
  return {
    version: { major: 1, minor: 1 },
    code: 0,
    requestId: 7,
    groups: [{ tag: groupTag.job, attributes: [{ name: 'x', values }] }],
  };
}

/** The bytes after version, code, request-id, and group tag, up to the end tag. */
function attributeBytes(...values: Value[]): string {
  return encodeMessage(messageOf(...values))
    .subarray(9, -1)
    .toString('hex');
}

test('a request is encoded byte by byte as in RFC 8010', () => {
  const request = encodeMessage({
    version: { major: 2, minor: 0 },
    code: operation.createJob,
    requestId: 258,
    groups: [
      {
        tag: groupTag.operation,
        attributes: [write.charset('attributes-charset', 'utf-8'), write.name('job-name', 'é')],
      },
      { tag: groupTag.job, attributes: [write.integer('copies', 2), write.keyword('k', 'a', 'bc')] },
    ],
  });
  // oxfmt-ignore
  const bytes = [
    '0200', //                                   version 2.0
    '0005', //                                   operation-id Create-Job
    '00000102', //                               request-id 258
    '01', //                                     operation-attributes
    '47', '0012', '617474726962757465732d63686172736574', // charset, 18 bytes, attributes-charset
    '0005', '7574662d38', //                     5 bytes, utf-8
    '42', '0008', '6a6f622d6e616d65', //         name, 8 bytes, job-name
    '0002', 'c3a9', //                           é takes two bytes
    '02', //                                     job-attributes
    '21', '0006', '636f70696573', //             integer, 6 bytes, copies
    '0004', '00000002', //                       4 bytes, 2
    '44', '0001', '6b', '0001', '61', //         keyword k = a
    '44', '0000', '0002', '6263', //             one more value: no name, bc
    '03', //                                     end-of-attributes
  ];
  expect(request.toString('hex')).toBe(bytes.join(''));
});

const aMoment = (utcSign: '+' | '-') =>
  ({
    kind: 'dateTime',
    tag: valueTag.dateTime,
    ...{ year: 2026, month: 11, day: 20, hour: 9, minute: 2, second: 56, deciseconds: 0 },
    ...{ utcSign, utcHours: 1, utcMinutes: 30 },
  }) as const;

describe('each syntax has its own bytes', () => {
  const cases: [string, Value, string][] = [
    ['integer', { kind: 'integer', tag: valueTag.integer, value: -1 }, '21000178' + '0004ffffffff'],
    ['enum', { kind: 'integer', tag: valueTag.enum, value: 9 }, '23000178' + '000400000009'],
    ['boolean', { kind: 'boolean', tag: valueTag.boolean, value: true }, '22000178' + '000101'],
    [
      'rangeOfInteger',
      { kind: 'range', tag: valueTag.rangeOfInteger, lower: 1, upper: 999 },
      '33000178' + '000800000001000003e7',
    ],
    [
      'resolution',
      { kind: 'resolution', tag: valueTag.resolution, crossFeed: 600, feed: 300, units: 3 },
      '32000178' + '0009000002580000012c03',
    ],
    ['dateTime', aMoment('+'), '31000178' + '000b' + '07ea0b1409023800' + '2b011e'],
    ['dateTime west of UTC', aMoment('-'), '31000178' + '000b' + '07ea0b1409023800' + '2d011e'],
    [
      'nameWithLanguage',
      { kind: 'text-with-language', tag: valueTag.nameWithLanguage, language: 'en', text: 'Hall' },
      '36000178' + '000a' + '0002656e' + '000448616c6c',
    ],
    [
      'textWithLanguage without its outer length',
      {
        kind: 'text-with-language',
        tag: valueTag.textWithLanguage,
        language: 'en',
        text: 'Hall',
        bare: true,
      },
      '35000178' + '0002656e' + '000448616c6c',
    ],
    [
      'a name in ISO 8859-1',
      { kind: 'text', tag: valueTag.nameWithoutLanguage, text: 'ü', latin1: true },
      '42000178' + '0001fc',
    ],
    ['no-value', { kind: 'octets', tag: valueTag.noValue, bytes: Buffer.alloc(0) }, '13000178' + '0000'],
    [
      'octetString',
      { kind: 'octets', tag: valueTag.octetString, bytes: Buffer.of(0, 255) },
      '30000178' + '000200ff',
    ],
    [
      'collection',
      {
        kind: 'collection',
        tag: valueTag.begCollection,
        members: [{ name: 'm', values: [{ kind: 'integer', tag: valueTag.integer, value: 5 }] }],
      },
      '34000178' + '0000' + '4a000000016d' + '210000000400000005' + '3700000000',
    ],
  ];

  test.each(cases)('%s', (_name, value, bytes) => {
    expect(attributeBytes(value)).toBe(bytes);
    const decoded = decodeMessage(encodeMessage(messageOf(value)));
    expect(JSON.stringify(decoded)).toBe(JSON.stringify(messageOf(value)));
  });
});

test('a value as long as IPP allows is encoded and decoded, and a longer one is refused', () => {
  const textOf = (length: number): Value => ({
    kind: 'text',
    tag: valueTag.keyword,
    text: 'x'.repeat(length),
  });
  expect(attributeBytes(textOf(32_767))).toContain('7fff7878');
  const message = messageOf(textOf(32_767));
  expect(decodeMessage(encodeMessage(message))).toEqual(message);
  expect(() => attributeBytes(textOf(32_768))).toThrow(RangeError);
});

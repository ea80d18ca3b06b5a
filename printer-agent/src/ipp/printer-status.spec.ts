import { expect, test } from '@jest/globals';
import { write } from './codec/attributes.js';
import { decodeMessage } from './codec/decode.js';
import type { Attribute } from './codec/message.js';
import { operation } from './operations.js';
import { requestedPrinterAttributes, printerAttributesOf } from './printer-status.js';
import type { Reply } from './reply.js';
import { enumeration, printerGroup } from './testing/fake-printer.js';
import { reply } from './testing/replies.js';

function received(name: string): Reply {
  const bytes = reply(name);
  return { message: decodeMessage(bytes), bytes };
}

function printerWith(...changes: Parameters<typeof printerGroup>): Reply {
  const version = { major: 2, minor: 0 };
  return {
    message: { version, code: 0, requestId: 1, groups: [printerGroup(...changes)] },
    bytes: Buffer.alloc(0),
  };
}

function copies(lower: number, upper: number): Attribute {
  return { name: 'copies-supported', values: [{ kind: 'range', tag: 0x33, lower, upper }] };
}

test('the requested attributes are all that is read: without the other ones a reply means the same', () => {
  const whole = received('get-printer-attributes');
  const requested = new Set<string>(requestedPrinterAttributes);
  const groups = whole.message.groups.map((group) => {
    return {
      ...group,
      attributes: group.attributes.filter(({ name }) => requested.has(name) || group.tag === 1),
    };
  });
  const short = { ...whole, message: { ...whole.message, groups } };
  expect(printerAttributesOf(short)).toEqual(printerAttributesOf(whole));
});

test('the attributes of a real printer are understood', () => {
  expect(printerAttributesOf(received('get-printer-attributes'))).toMatchObject({
    state: 'idle',
    reasons: [],
    accepting: true,
    color: true,
    duplex: true,
    formats: ['application/octet-stream', 'application/pdf'],
    makeAndModel: 'Example Printer',
    upTimeSeconds: 66,
    uuid: 'urn:uuid:8161321e-72ef-3e61-7ba6-a745c77143c3',
    supportsCreateJob: true,
    supported: { mostCopies: 999, media: expect.arrayContaining(['iso_a4_210x297mm']) },
  });
});

test.each([
  ['a usual printer', [], { color: true, duplex: true, mostCopies: 1, upTimeSeconds: 100 }],
  [
    'colour by its modes alone',
    [{ name: 'color-supported', values: [] }, write.keyword('print-color-mode-supported', 'auto', 'color')],
    { color: true },
  ],
  [
    'no colour by its modes',
    [{ name: 'color-supported', values: [] }, write.keyword('print-color-mode-supported', 'monochrome')],
    { color: false },
  ],
  [
    'no two-sided printing along the long edge',
    [write.keyword('sides-supported', 'one-sided', 'two-sided-short-edge')],
    { duplex: false },
  ],
  ['a number of copies without a range', [write.integer('copies-supported', 5)], { mostCopies: 1 }],
  ['a range of copies', [copies(1, 7)], { mostCopies: 7 }],
  ['a range below one copy', [copies(-3, -2)], { mostCopies: 1 }],
  ['a negative up-time', [write.integer('printer-up-time', -4)], { upTimeSeconds: 0 }],
  ['no up-time', [{ name: 'printer-up-time', values: [] }], { upTimeSeconds: 0 }],
  ['a state of printing', [enumeration('printer-state', 4)], { state: 'processing' }],
])('%s is understood', (_, changes, expected) => {
  const { supported, ...printer } = printerAttributesOf(printerWith(...changes));
  expect({ ...printer, mostCopies: supported.mostCopies }).toMatchObject(expected);
});

test('a printer accepts jobs unless it says that it does not', () => {
  const silent = { name: 'printer-is-accepting-jobs', values: [] };
  expect(printerAttributesOf(printerWith(silent)).accepting).toBe(true);
  const closed = write.boolean('printer-is-accepting-jobs', false);
  expect(printerAttributesOf(printerWith(closed)).accepting).toBe(false);
});

test('a real paper jam is a stopping reason; keywords with `-report` of a real idle printer are not', () => {
  expect(printerAttributesOf(received('get-printer-attributes-jam')).reasons).toEqual(['media-jam']);
  expect(printerAttributesOf(received('get-printer-attributes-no-paper')).reasons).toEqual([]);
});

test('a stopped printer without a condition still has a reason', () => {
  expect(printerAttributesOf(printerWith(enumeration('printer-state', 5)))).toMatchObject({
    state: 'stopped',
    reasons: ['printer-stopped'],
  });
});

test('escape sequences and direction marks in a name are removed', () => {
  expect(printerAttributesOf(received('odd-repeated-attributes')).makeAndModel).toBe(']0;owned Acme [2J9000');
  const withDirectionMark = printerWith(
    write.name('printer-make-and-model', `Acme\u202eexe${'x'.repeat(500)}`),
  );
  expect(printerAttributesOf(withDirectionMark).makeAndModel).toMatch(/^Acme exex{192}$/);
});

test('formats that are no media types are dropped, and at most fifty are kept', () => {
  const many = Array.from({ length: 80 }, (_, index) => `application/x-${index}`);
  const long = `application/${'x'.repeat(89)}`;
  const odd = ['a\u0000b', '../../etc passwd', long, ''];
  const formats = write.keyword('document-format-supported', ...odd, ...many);
  expect(printerAttributesOf(printerWith(formats)).formats).toEqual(many.slice(0, 50));
  const longest = write.keyword('document-format-supported', long.slice(1));
  expect(printerAttributesOf(printerWith(longest)).formats).toEqual([long.slice(1)]);
});

test.each([
  ['without Create-Job and Send-Document', operation.validateJob],
  ['without Send-Document', operation.createJob],
  ['without Create-Job', operation.sendDocument],
])('a printer %s is recognised as unsupported', (_name, supported) => {
  const old = { name: 'operations-supported', values: enumeration('', supported).values };
  expect(printerAttributesOf(printerWith(old)).supportsCreateJob).toBe(false);
});

test.each([
  ['says nothing of the printer', received('validate-job')],
  ['names an unknown state', printerWith(enumeration('printer-state', 99))],
])('a reply that %s is garbage', (_name, odd) => {
  expect(() => printerAttributesOf(odd)).toThrow(expect.objectContaining({ kind: 'garbage' }));
});

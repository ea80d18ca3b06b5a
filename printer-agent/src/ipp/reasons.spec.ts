import { describe, expect, test } from '@jest/globals';
import { ippErrorKinds, IppError } from './errors.js';
import { endingReason, reasonOf, stoppingReasons } from './reasons.js';

describe('conditions of RFC 8011 become reasons that users see', () => {
  test.each([
    [['none'], []],
    [['media-empty-error'], ['media-empty']],
    [['media-needed'], ['media-empty']],
    [['input-tray-missing-warning'], ['media-empty']],
    [
      ['media-jam-warning', 'media-empty-error'],
      ['media-jam', 'media-empty'],
    ],
    [['cover-open', 'door-open-error', 'interlock-open'], ['cover-open']],
    [['toner-empty-error'], ['toner-empty']],
    [['marker-supply-empty', 'marker-waste-full-error'], ['toner-empty']],
    [['toner-low-warning', 'marker-supply-low', 'media-low-warning', 'marker-waste-almost-full'], []],
    [['paused'], ['printer-stopped']],
    [['spool-area-full-error'], ['printer-stopped']],
    [['media-empty-report', 'media-jam-report'], []],
    [['\u001b[2J', '', 'constructor', '__proto__'], []],
  ])('%j is %j', (keywords, reasons) => {
    expect(stoppingReasons(keywords, false)).toEqual(reasons);
  });

  test('a stopped printer has a reason even when it names none', () => {
    expect(stoppingReasons(['none'], true)).toEqual(['printer-stopped']);
    expect(stoppingReasons(['media-jam-error'], true)).toEqual(['media-jam']);
  });
});

describe('the end of a job becomes a reason that users see', () => {
  test.each([
    [['job-canceled-by-user'], 'canceled-at-printer'],
    [['job-canceled-at-device'], 'canceled-at-printer'],
    [['aborted-by-system', 'job-completed-with-errors'], 'aborted-by-printer'],
    [['aborted-by-system', 'job-canceled-at-device'], 'canceled-at-printer'],
    [['job-completed-successfully'], undefined],
    [['media-jam'], undefined],
    [[], undefined],
  ])('%j is %s', (keywords, reason) => {
    expect(endingReason(keywords)).toBe(reason);
  });
});

test('each kind of failed request has a reason that users see', () => {
  const reasons = ippErrorKinds.map((kind) => [kind, reasonOf(new IppError(kind, ''))]);
  expect(Object.fromEntries(reasons)).toEqual({
    unreachable: 'printer-unreachable',
    timeout: 'printer-unreachable',
    interrupted: 'printer-unreachable',
    garbage: 'not-understood',
    busy: 'printer-busy',
    'not-accepting': 'not-accepting',
    auth: 'needs-set-up',
    tls: 'not-secure',
    'unsupported-format': 'format-not-printable',
    'unsupported-option': 'option-not-offered',
    'not-found': 'not-accepted',
    aborted: 'aborted-by-printer',
    'too-large': 'too-large',
    refused: 'not-accepted',
  });
  expect(reasonOf(new Error('no memory'))).toBe('printer-unreachable');
});

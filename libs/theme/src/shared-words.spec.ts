import { describe, expect, test } from '@jest/globals';
import { clockFace } from './clock-face.js';
import { printerMood, printerWords } from './printer-words.js';
import { reasonAndRemedy } from './reason-words.js';
import { words as german } from './shared-words.de.js';
import { jobName, jobSentence, pagesInWords } from './shared-words.en.js';

const pence = (minor: number) => ({ minor, currency: 'GBP' as const });

test('a clock counts down to zero and no further', () => {
  expect([271, 60, 6.2, 0, -3].map(clockFace)).toEqual(['4:31', '1:00', '0:07', '0:00', '0:00']);
});

test('one page is not "1 pages"', () => {
  expect([pagesInWords(1), pagesInWords(0), pagesInWords(12)]).toEqual(['1 page', '0 pages', '12 pages']);
});

/** Outcomes of a job of three pages at 5p, each with its sentence in English and in German. */
const jobs: [Omit<Parameters<typeof jobSentence>[0], 'total'>, english: string, german: string][] = [
  [{ state: 'held', impressions: 0 }, 'Waiting for the printer.', 'Wartet auf den Drucker.'],
  [{ state: 'printing', impressions: 1 }, 'Printing: 1 of 3 pages.', 'Druckt: 1 von 3 Seiten.'],
  [{ state: 'stalled', impressions: 2 }, 'Paused after 2 of 3 pages.', 'Steht nach 2 von 3 Seiten.'],
  [
    { state: 'checking', impressions: 2 },
    'We are checking how many pages came out. What did not come out comes back within 24 hours.',
    'Wir prüfen, wie viele Seiten gedruckt wurden. Was nicht gedruckt wurde, kommt innerhalb von 24 Stunden zurück.',
  ],
  [
    { state: 'completed', impressions: 3, captured: pence(15), returned: pence(0) },
    'Printed 3 pages for £0.15.',
    '3 Seiten gedruckt für £0.15.',
  ],
  [{ state: 'completed', impressions: 1 }, 'Printed 1 page.', '1 Seite gedruckt.'],
  [
    { state: 'completed', impressions: 2, captured: pence(10), returned: pence(5) },
    'Printed 2 pages for £0.10. £0.05 is back in your balance.',
    '2 Seiten gedruckt für £0.10. £0.05 sind wieder auf Ihrem Konto.',
  ],
  ...(['partial', 'failed', 'canceled'] as const).flatMap((state): typeof jobs => [
    [
      { state, impressions: 1, captured: pence(5), returned: pence(10) },
      'Printed 1 of 3 pages. £0.10 is back in your balance.',
      '1 von 3 Seiten gedruckt. £0.10 sind wieder auf Ihrem Konto.',
    ],
    [
      { state, impressions: 0, returned: pence(1) },
      'Nothing was printed. £0.01 is back in your balance.',
      'Nichts wurde gedruckt. £0.01 sind wieder auf Ihrem Konto.',
    ],
    [{ state, impressions: 0 }, 'Nothing was printed.', 'Nichts wurde gedruckt.'],
  ]),
];

test.each(jobs)('of a job with %j the person reads: %s', (job, english, inGerman) => {
  expect(jobSentence({ ...job, total: 3 })).toBe(english);
  expect(german.jobSentence({ ...job, total: 3 })).toBe(inGerman);
});

test('a job is called by its file, and one of several copies by its number, too', () => {
  const copy = { fileName: 'a.pdf', copy: { number: 2, of: 5 } };
  expect([jobName({ fileName: 'a.pdf' }), jobName(copy)]).toEqual(['a.pdf', 'a.pdf, copy 2 of 5']);
  expect([german.jobName({ fileName: 'a.pdf' }), german.jobName(copy)]).toEqual([
    'a.pdf',
    'a.pdf, Exemplar 2 von 5',
  ]);
  expect([1, 0, 12].map(german.pagesInWords)).toEqual(['1 Seite', '0 Seiten', '12 Seiten']);
});

test('the words of a reason end with its remedy, if it has one', () => {
  expect([reasonAndRemedy('media-jam'), reasonAndRemedy('canceled-by-person')]).toEqual([
    'Paper is stuck in the printer. Please ask the staff to clear it.',
    'You cancelled the job.',
  ]);
});

describe('the words for a printer', () => {
  const idle = { state: 'idle', reasons: [], online: true } as const;

  test.each([
    [idle, 'ready', 'good'],
    [{ ...idle, state: 'processing' }, 'printing', 'busy'],
    [{ ...idle, state: 'stopped', reasons: ['media-jam'] }, 'paper jam', 'warn'],
    [{ ...idle, state: 'stopped' }, 'stopped', 'warn'],
    [{ ...idle, online: false }, 'offline', 'stop'],
    [{ ...idle, state: 'stopped', reasons: ['printer-stopped', 'not-accepting'] }, 'takes no jobs', 'warn'],
    [{ ...idle, state: 'unreachable' }, 'not answering', 'stop'],
    [{ ...idle, state: 'unreachable', reasons: ['not-secure'] }, 'connection not secure', 'stop'],
    [{ ...idle, state: 'unreachable', reasons: ['printer-busy'], online: false }, 'not answering', 'stop'],
    [{ ...idle, reasons: ['media-jam'], online: false }, 'offline', 'stop'],
    [{ ...idle, reasons: ['media-empty'] }, 'out of paper', 'warn'],
    [{ ...idle, state: 'processing', reasons: ['media-empty'] }, 'out of paper', 'warn'],
    [{ ...idle, reasons: ['printer-busy'] }, 'ready', 'good'],
    [{ ...idle, reasons: ['canceled-at-printer', 'too-large'] }, 'ready', 'good'],
  ] as const)('%j is %s', (printer, words, mood) => {
    expect([printerWords(printer), printerMood(printer)]).toEqual([words, mood]);
  });
});

import { describe, expect, test } from '@jest/globals';
import { clockFace, pagesInWords } from './count-words.js';
import { jobSentence } from './job-words.js';
import { printerMood, printerWords } from './printer-words.js';

const pence = (minor: number) => ({ minor, currency: 'GBP' as const });

test('a clock counts down to zero and no further', () => {
  expect([271, 60, 6.2, 0, -3].map(clockFace)).toEqual(['4:31', '1:00', '0:07', '0:00', '0:00']);
});

test('one page is not "1 pages"', () => {
  expect([pagesInWords(1), pagesInWords(0), pagesInWords(12)]).toEqual(['1 page', '0 pages', '12 pages']);
});

describe('the sentence of a job', () => {
  test('names the printed pages and the returned amount', () => {
    const job = {
      state: 'partial',
      impressions: 2,
      total: 3,
      captured: pence(10),
      returned: pence(5),
    } as const;
    expect(jobSentence(job)).toBe('Printed 2 of 3 pages. £0.05 is back in your balance.');
  });

  test('names the cost of a complete job, and no returned amount', () => {
    const job = {
      state: 'completed',
      impressions: 3,
      total: 3,
      captured: pence(15),
      returned: pence(0),
    } as const;
    expect(jobSentence(job)).toBe('Printed 3 pages for £0.15.');
  });

  test('names the full amount returned for a job that never began', () => {
    const job = { state: 'failed', impressions: 0, total: 3, returned: pence(15) } as const;
    expect(jobSentence(job)).toBe('Nothing was printed. £0.15 is back in your balance.');
  });
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
  ] as const)('%j is %s', (printer, words, mood) => {
    expect([printerWords(printer), printerMood(printer)]).toEqual([words, mood]);
  });
});

import { expect, test } from '@jest/globals';
import { jobReasonNames, jobReasons } from './job-reasons.js';

const rows = jobReasonNames.map((name) => ({ name, ...jobReasons[name] }));

test.each(rows)('the job reason $name has sentences for users and a few words for staff', (row) => {
  expect(row.sentence).toMatch(/^[A-Z][^.]*\.$/);
  if (row.remedy !== undefined) expect(row.remedy).toMatch(/^[A-Z][^.]*\.$/);
  expect(row.forStaff).toMatch(/^[a-z]+( [a-z]+){0,2}$/);
});

test('every reason has a remedy, except for a cancellation by the user', () => {
  const withoutRemedy = rows.filter(({ remedy }) => remedy === undefined);
  expect(withoutRemedy.map(({ name }) => name)).toEqual(['canceled-by-person']);
});

test('an IPP keyword belongs to one reason only', () => {
  const keywords = rows.flatMap(({ ipp }) => ipp);
  expect(new Set(keywords).size).toBe(keywords.length);
});

test('printer conditions are named without a severity suffix, which varies by model', () => {
  const conditions = rows.filter(({ stops }) => stops).flatMap(({ ipp }) => ipp);
  expect(conditions.filter((keyword) => /-(error|warning|report)$/.test(keyword))).toEqual([]);
});

test('general reasons are last, because printers report them together with a specific reason', () => {
  const lastReported = (stops: boolean) =>
    rows.filter((row) => row.stops === stops && row.ipp.length > 0).at(-1);
  expect([lastReported(true)?.name, lastReported(false)?.name]).toEqual([
    'printer-stopped',
    'aborted-by-printer',
  ]);
});

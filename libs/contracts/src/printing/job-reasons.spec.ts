import { expect, test } from '@jest/globals';
import { jobReasonNames, jobReasons } from './job-reasons.js';

const rows = jobReasonNames.map((name) => ({ name, ...jobReasons[name] }));

test.each(rows)('$name is told to people in sentences and to staff in a few words', (row) => {
  expect(row.sentence).toMatch(/^[A-Z][^.]*\.$/);
  if (row.remedy !== undefined) expect(row.remedy).toMatch(/^[A-Z][^.]*\.$/);
  expect(row.staff).toMatch(/^[a-z]+( [a-z]+){0,2}$/);
});

test('whoever reads what went wrong reads what to do next, unless they did it themselves', () => {
  const withoutRemedy = rows.filter(({ remedy }) => remedy === undefined);
  expect(withoutRemedy.map(({ name }) => name)).toEqual(['canceled-by-person']);
});

test('a keyword of a printer means one reason', () => {
  const keywords = rows.flatMap(({ ipp }) => ipp);
  expect(new Set(keywords).size).toBe(keywords.length);
});

test('conditions of a printer are named without their severity, which models choose as they like', () => {
  const conditions = rows.filter(({ stops }) => stops).flatMap(({ ipp }) => ipp);
  expect(conditions.filter((keyword) => /-(error|warning|report)$/.test(keyword))).toEqual([]);
});

test('general reasons stand last, because printers tell of them beside the particular one', () => {
  const lastTold = (stops: boolean) => rows.filter((row) => row.stops === stops && row.ipp.length > 0).at(-1);
  expect([lastTold(true)?.name, lastTold(false)?.name]).toEqual(['printer-stopped', 'aborted-by-printer']);
});

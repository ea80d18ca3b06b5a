import { expect, test } from '@jest/globals';
import { dayIn, minuteIn, secondIn } from './dates.js';

test.each([
  ['Europe/London', '2026-11-22T21:05:09Z', '22 November 2026', '22 Nov 2026, 21:05', '2026-11-22 21:05:09'],
  ['Europe/London', '2026-07-01T23:30:00Z', '2 July 2026', '2 Jul 2026, 00:30', '2026-07-02 00:30:00'],
  ['Europe/Tallinn', '2026-12-31T22:00:00Z', '1 January 2027', '1 Jan 2027, 00:00', '2027-01-01 00:00:00'],
  // One hour of this night occurs twice.
  ['Europe/London', '2026-10-25T00:30:00Z', '25 October 2026', '25 Oct 2026, 01:30', '2026-10-25 01:30:00'],
  ['Europe/London', '2026-10-25T01:30:00Z', '25 October 2026', '25 Oct 2026, 01:30', '2026-10-25 01:30:00'],
])('in the time zone %s, %s is written as %s', (zone, time, day, minute, second) => {
  const at = new Date(time);
  expect([dayIn(zone, at), minuteIn(zone, at), secondIn(zone, at)]).toEqual([day, minute, second]);
});

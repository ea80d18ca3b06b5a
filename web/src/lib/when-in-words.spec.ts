import { expect, test } from '@jest/globals';
import { dayInWords, whenInWords } from './when-in-words.js';

test('moments are shown in the time zone of the browser, with two digits for hour and minute', () => {
  const moment = new Date(2026, 10, 2, 9, 5).toISOString();
  expect([dayInWords(moment), whenInWords(moment)]).toEqual(['2 Nov 2026', '2 Nov 2026, 09:05']);
});

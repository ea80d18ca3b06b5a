import { describe, expect, test } from '@jest/globals';
import {
  afterWrongTry,
  remainingPauseSeconds,
  sawWrongLately,
  tryBudgets,
  type Tally,
} from './try-budget.js';

const start = new Date('2027-01-01T12:00:00Z');
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

function wrongTries(count: number, from: Tally | undefined, now: Date): Tally | undefined {
  let tally = from;
  for (let tries = 0; tries < count; tries += 1) tally = afterWrongTry(tryBudgets.printer, tally, now);
  return tally;
}

describe('wrong codes at a printer', () => {
  test('pause it for a minute from the fifth on', () => {
    expect(remainingPauseSeconds(wrongTries(4, undefined, start), start)).toBe(0);
    expect(remainingPauseSeconds(wrongTries(5, undefined, start), start)).toBe(60);
  });

  test('double each pause, up to 15 minutes', () => {
    const pauses = [];
    let tally: Tally | undefined;
    let now = start;
    for (let round = 0; round < 7; round += 1) {
      tally = wrongTries(5, tally, now);
      const seconds = remainingPauseSeconds(tally, now);
      pauses.push(seconds);
      now = new Date(now.getTime() + seconds * 1_000);
    }
    expect(pauses).toEqual([60, 120, 240, 480, 900, 900, 900]);
  });

  test('are counted anew after a pause', () => {
    const paused = wrongTries(5, undefined, start);
    expect(remainingPauseSeconds(wrongTries(4, paused, at(60)), at(60))).toBe(0);
  });

  test('have another limit than the wrong codes of an agent, of a site, and of a person', () => {
    expect(Object.values(tryBudgets).map(({ wrongTries: most }) => most)).toEqual([5, 15, 30, 10]);
  });

  test('are forgotten after 15 minutes', () => {
    const afterFour = wrongTries(4, undefined, start);
    expect(remainingPauseSeconds(wrongTries(4, afterFour, at(15 * 60)), at(15 * 60))).toBe(0);
  });

  test('cause a short pause again after an hour without a pause', () => {
    const twice = wrongTries(5, wrongTries(5, undefined, start), at(60));
    expect(remainingPauseSeconds(twice, at(60))).toBe(120);
    const sooner = at(60 + 120 + 59 * 60);
    expect(remainingPauseSeconds(wrongTries(5, twice, sooner), sooner)).toBe(240);
    const later = at(60 + 120 + 60 * 60);
    expect(remainingPauseSeconds(wrongTries(5, twice, later), later)).toBe(60);
  });

  test('are remembered for 15 minutes, also after a pause', () => {
    const paused = wrongTries(5, undefined, start);
    for (const tally of [wrongTries(1, undefined, start), paused]) {
      expect(sawWrongLately(tally!, at(15 * 60 - 1))).toBe(true);
      expect(sawWrongLately(tally!, at(15 * 60))).toBe(false);
    }
  });

  test('no longer pause the printer when the minute is over', () => {
    expect(remainingPauseSeconds(wrongTries(5, undefined, start), at(60))).toBe(0);
  });
});

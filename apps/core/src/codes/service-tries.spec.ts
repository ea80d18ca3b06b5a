import { describe, expect, test } from '@jest/globals';
import { levelOf, type WrongTryLevel } from './service-tries.js';

/** For each level, the smallest number of wrong tries that reaches it. */
function limits(tries: { right: number; active: number }): Record<string, number> {
  const from: Record<string, number> = {};
  for (let wrong = 0; from['pause'] === undefined; wrong += 1) {
    const level: WrongTryLevel = levelOf({ ...tries, wrong });
    from[level] ??= wrong;
  }
  return from;
}

describe('wrong codes of the whole service', () => {
  test('raise an alarm first, then a pause', () => {
    expect(limits({ right: 0, active: 0 })).toEqual({ usual: 0, alarm: 100, pause: 300 });
  });

  test('have a higher limit when there are more right tries', () => {
    expect(limits({ right: 150, active: 10 })).toEqual({ usual: 0, alarm: 116, pause: 332 });
    expect(limits({ right: 15_300, active: 1_000 })).toEqual({ usual: 0, alarm: 1_730, pause: 3_560 });
  });

  test('have a higher limit when many codes are active', () => {
    expect(limits({ right: 0, active: 10_000 })).toEqual({ usual: 0, alarm: 1_100, pause: 2_300 });
  });

  test.each([1, 17, 170])(
    'that are a tenth of the right tries raise no alarm at %i sign-ins a second',
    (perSecond) => {
      const right = perSecond * 15 * 60;
      expect(levelOf({ right, wrong: right / 10, active: perSecond * 60 })).toBe('usual');
    },
  );

  test('that are as many as the right tries cause a pause, however many they are', () => {
    for (const right of [400, 4_000, 40_000, 400_000]) {
      expect(levelOf({ right, wrong: right, active: right / 15 })).toBe('pause');
    }
  });
});

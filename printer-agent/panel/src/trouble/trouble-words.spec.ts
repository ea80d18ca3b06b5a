import { expect, test } from '@jest/globals';
import { troubleBefore, troubleDuring } from './trouble-words.js';

const ready = { name: 'hall', state: 'idle', reasons: [], online: true } as const;

test('a printer that works has no trouble', () => {
  expect(troubleBefore({ ...ready, reasons: [] })).toBeUndefined();
  expect(troubleBefore({ ...ready, reasons: [], state: 'processing' })).toBeUndefined();
});

test.each([
  [{ state: 'stopped', reasons: ['media-empty'] }, 'paper', 'paper'],
  [{ state: 'stopped', reasons: ['media-jam'] }, 'jam', 'stuck'],
  [{ state: 'stopped', reasons: [] }, 'stopped', 'stopped'],
  [{ state: 'unreachable', reasons: [] }, 'offline', 'does not answer'],
  [{ state: 'unreachable', reasons: ['needs-set-up'] }, 'locked', 'set up'],
  [{ state: 'unreachable', reasons: ['not-secure'] }, 'locked', 'not secure'],
  [{ reasons: ['not-accepting'] }, 'refused', 'takes no jobs'],
  [{ online: false }, 'offline', 'offline'],
] as const)('before payment, %j is shown with what happens to the money', (part, picture, word) => {
  const trouble = troubleBefore({ ...ready, ...part, reasons: [...('reasons' in part ? part.reasons : [])] });
  expect(trouble?.picture).toBe(picture);
  expect(trouble?.sentence).toContain(word);
  expect(trouble?.money).toContain('Nothing is charged');
});

test('during printing, the panel says that the money is set aside and comes back', () => {
  expect(troubleDuring('cover-open')).toMatchObject({
    picture: 'cover',
    sentence: expect.stringContaining('close'),
  });
  expect(troubleDuring(undefined).money).toContain('comes back');
});

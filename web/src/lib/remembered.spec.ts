import { afterEach, expect, jest, test } from '@jest/globals';
import { forget, recall, remember } from './remembered.js';

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('the notes of the browser and of the tab are kept apart', () => {
  remember('localStorage', 'seen', 'by the browser');
  remember('sessionStorage', 'seen', 'by the tab');
  expect([recall('localStorage', 'seen'), recall('sessionStorage', 'seen')]).toEqual([
    'by the browser',
    'by the tab',
  ]);
  forget('sessionStorage', 'seen');
  expect([recall('localStorage', 'seen'), recall('sessionStorage', 'seen')]).toEqual([
    'by the browser',
    null,
  ]);
});

test('a browser that refuses storage has no notes, and nothing fails', () => {
  const noted = jest.spyOn(console, 'warn').mockReturnValue();
  for (const method of ['getItem', 'setItem', 'removeItem'] as const)
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new Error('Access is denied');
    });
  remember('localStorage', 'seen', 'yes');
  forget('localStorage', 'seen');
  expect(recall('localStorage', 'seen')).toBeNull();
  expect(noted).toHaveBeenCalledTimes(3);
});

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

const key = 'sixpence.comfort';
const load = () => import('./comfort.js');

let warn: jest.SpiedFunction<typeof console.warn>;

beforeEach(() => {
  jest.resetModules();
  warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  sessionStorage.clear();
});

test.each([
  ['{"largeType":true,"sounds":false}', { largeType: true, sounds: false }, 'large'],
  ['{"largeType":false,"sounds":true}', { largeType: false, sounds: true }, 'normal'],
  ['{"largeType":"yes","sounds":1}', { largeType: false, sounds: false }, 'normal'],
  ['{}', { largeType: false, sounds: false }, 'normal'],
])('a page that loads again with %s has the settings %j', async (kept, settings, type) => {
  sessionStorage.setItem(key, kept);
  const { comfort } = await load();
  expect([comfort(), document.documentElement.dataset['type']]).toEqual([settings, type]);
  expect(warn).not.toHaveBeenCalled();
});

test('settings that cannot be read are off, and the console says so', async () => {
  sessionStorage.setItem(key, '{');
  const { comfort } = await load();
  expect([comfort(), warn.mock.calls.length]).toEqual([{ largeType: false, sounds: false }, 1]);
});

test('without storage in the browser the switches still work, and the console says so', async () => {
  const { comfort, onComfort, switchComfort } = await load();
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('no room');
  });
  let told = 0;
  const stop = onComfort(() => (told += 1));
  switchComfort('sounds');
  expect([comfort().sounds, told, warn.mock.calls.length]).toEqual([true, 1, 1]);
  stop();
  switchComfort('sounds');
  expect([comfort().sounds, told]).toEqual([false, 1]);
});

test('settings that were reset are not reset again', async () => {
  const { forgetComfort, onComfort, switchComfort } = await load();
  switchComfort('largeType');
  let told = 0;
  onComfort(() => (told += 1));
  forgetComfort();
  forgetComfort();
  expect([told, sessionStorage.getItem(key)]).toEqual([1, '{"largeType":false,"sounds":false}']);
});

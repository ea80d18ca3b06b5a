import { expect, test } from '@jest/globals';
import { Listeners } from './listeners.js';

test('listeners run one after the other, in the order in which they were added', async () => {
  const calls: string[] = [];
  const event = new Listeners<[string, number]>();
  event.add(async (text, number) => {
    await Promise.resolve();
    calls.push(`first ${text} ${number}`);
  });
  event.add((text) => {
    calls.push(`second ${text}`);
    return Promise.resolve();
  });
  await event.notify('paid', 6);
  expect(calls).toEqual(['first paid 6', 'second paid']);
});

test('the error of a listener is thrown to the caller, and later listeners do not run', async () => {
  const calls: string[] = [];
  const event = new Listeners<[string]>();
  event.add(() => Promise.reject(new Error('no')));
  event.add((text) => {
    calls.push(text);
    return Promise.resolve();
  });
  await expect(event.notify('paid')).rejects.toThrow('no');
  expect(calls).toEqual([]);
});

import { expect, test } from '@jest/globals';
import { Listeners } from './listeners.js';

test('listeners hear the news one after the other, in the order in which they were added', async () => {
  const heard: string[] = [];
  const news = new Listeners<[string, number]>();
  news.add(async (text, number) => {
    await Promise.resolve();
    heard.push(`first ${text} ${number}`);
  });
  news.add((text) => {
    heard.push(`second ${text}`);
    return Promise.resolve();
  });
  await news.tell('paid', 6);
  expect(heard).toEqual(['first paid 6', 'second paid']);
});

test('the error of a listener reaches the teller, and later listeners do not run', async () => {
  const heard: string[] = [];
  const news = new Listeners<[string]>();
  news.add(() => Promise.reject(new Error('no')));
  news.add((text) => {
    heard.push(text);
    return Promise.resolve();
  });
  await expect(news.tell('paid')).rejects.toThrow('no');
  expect(heard).toEqual([]);
});

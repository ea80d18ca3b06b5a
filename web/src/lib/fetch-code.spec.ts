import { beforeEach, expect, jest, test } from '@jest/globals';
import { fetchCode } from './fetch-code.js';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const reload = jest.fn();
const tab = { online: () => true, reload };

beforeEach(() => {
  jest.spyOn(console, 'warn').mockReturnValue();
  reload.mockReset();
  sessionStorage.clear();
});

test('a loaded script is returned', async () => {
  expect(await fetchCode('/credits', () => Promise.resolve('code'), tab)).toBe('code');
  expect(reload).not.toHaveBeenCalled();
});

test('a script that is missing after a deployment reloads the tab, and the call stays pending during the reload', async () => {
  const fetched = fetchCode('/credits', missing, tab);
  expect(await Promise.race([fetched, soon()])).toBe('still open');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('if the script is still missing after the reload, the call fails, and the tab does not reload again', async () => {
  void fetchCode('/credits', missing, tab);
  await soon();
  await expect(fetchCode('/credits', missing, tab)).rejects.toThrow('Failed to fetch');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('another script that loads after the reload does not allow a second reload', async () => {
  void fetchCode('/credits', missing, tab);
  await soon();
  await fetchCode('signed-in-area', () => Promise.resolve('code'), tab);
  await expect(fetchCode('/credits', missing, tab)).rejects.toThrow('Failed to fetch');
});

test('after the script has loaded, the next deployment can reload the tab again', async () => {
  void fetchCode('/credits', missing, tab);
  await soon();
  await fetchCode('/credits', () => Promise.resolve('code'), tab);
  void fetchCode('/credits', missing, tab);
  await soon();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('without a network nothing is reloaded, because the page would be lost', async () => {
  await expect(fetchCode('/credits', missing, { online: () => false, reload })).rejects.toThrow(
    'Failed to fetch',
  );
  expect(reload).not.toHaveBeenCalled();
});

test('a browser without storage does not reload at all', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('The quota has been exceeded');
  });
  await expect(fetchCode('/credits', missing, tab)).rejects.toThrow('Failed to fetch');
  expect(reload).not.toHaveBeenCalled();
});

function soon(): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, 10, 'still open'));
}

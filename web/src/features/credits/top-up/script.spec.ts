import { afterEach, expect, test } from '@jest/globals';
import { loadScript } from './script.js';

const address = 'https://payments.example.com/stripe.js';
const scripts = () => [...document.head.querySelectorAll('script')];

afterEach(() => {
  document.head.innerHTML = '';
});

test('a script is loaded once, and the promise resolves when the script has run', async () => {
  let isReady = false;
  const loading = loadScript(address).then(() => (isReady = true));
  expect(scripts().map(({ src }) => src)).toEqual([address]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(isReady).toBe(false);
  scripts()[0]?.dispatchEvent(new Event('load'));
  await loading;
  await loadScript(address);
  expect(scripts()).toHaveLength(1);
});

test('a script that cannot be loaded is removed from the page, and the next call tries again', async () => {
  const loading = loadScript(address);
  scripts()[0]?.dispatchEvent(new Event('error'));
  await expect(loading).rejects.toThrow(address);
  expect(scripts()).toEqual([]);
  const again = loadScript(address);
  scripts()[0]?.dispatchEvent(new Event('load'));
  await again;
  expect(scripts()).toHaveLength(1);
});

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import { answerCalls } from '../../lib/testing/answered-calls.js';
import { Seller } from './seller.js';

const realFetch = globalThis.fetch;
const seller = {
  name: 'Sixpence Printing Ltd',
  address: ['1 Coin Street', 'London'],
  vatNumber: 'GB123456789',
  email: 'hello@example.com',
};

let noted: jest.SpiedFunction<typeof console.warn>;
beforeEach(() => {
  noted = jest.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

const soon = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

test.each([
  [seller, ['Sixpence Printing Ltd', '1 Coin Street', 'London', 'VAT GB123456789', 'hello@example.com']],
  [{ ...seller, vatNumber: null }, ['Sixpence Printing Ltd', '1 Coin Street', 'London', 'hello@example.com']],
  [{ ...seller, email: null }, ['Sixpence Printing Ltd', '1 Coin Street', 'London', 'VAT GB123456789']],
])('the page shows each part of the operator %j on its own line', async (body, lines) => {
  answerCalls({ '/seller': { status: 200, body } });
  const { container } = render(<Seller />);
  expect(container.textContent).toContain('Asking who runs the service');
  await soon();
  expect([...container.querySelector('address')!.children].map((line) => line.textContent)).toEqual(lines);
  expect(container.querySelector('a')?.getAttribute('href')).toBe(
    body.email ? `mailto:${body.email}` : undefined,
  );
});

test('if the operator cannot be loaded, a sentence replaces it', async () => {
  answerCalls({ '/seller': { status: 503 } });
  const { container } = render(<Seller />);
  await soon();
  expect(container.textContent).toContain('Their name and address could not be loaded just now.');
});

test('a page that is left before the answer logs nothing', async () => {
  let signal: AbortSignal | null | undefined;
  globalThis.fetch = (_, init) =>
    new Promise((_answer, reject) => {
      signal = init?.signal;
      signal?.addEventListener('abort', () => reject(signal?.reason as Error));
    });
  render(<Seller />);
  cleanup();
  await soon();
  expect([signal?.aborted, noted.mock.calls]).toEqual([true, []]);
});

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { openSignedIn, type OpenedPart } from '../../lib/testing/signed-in.js';
import { useLiveCredits, useRefresh } from './use-refresh.js';

const keys = [
  ['balance', 'GBP'],
  ['my-wallets'],
  ['monthly-pages'],
  ['statement', 'current-month', 'GBP'],
  ['user-location'],
];
let page: OpenedPart;
let fetched: string[];

beforeEach(async () => {
  fetched = [];
  page = openSignedIn(<Credits />);
  await page.settle();
  fetched = [];
});
afterEach(() => {
  cleanup();
  page.restore();
});

function Credits() {
  useLiveCredits();
  const refresh = useRefresh();
  return (
    <button type="button" onClick={refresh}>
      {keys.map((key) => (
        <Shown key={key[0]} of={key} />
      ))}
    </button>
  );
}

function Shown({ of }: { of: string[] }) {
  useQuery({ queryKey: of, queryFn: () => fetched.push(String(of[0])), staleTime: Infinity });
  return null;
}

const available = { minor: 100, currency: 'GBP' } as const;

test('a payment or a refund fetches balance, wallets, monthly pages, and statement again', async () => {
  act(() => void fireEvent.click(screen.getByRole('button')));
  await page.settle();
  expect(fetched.toSorted()).toEqual(['balance', 'monthly-pages', 'my-wallets', 'statement']);
});

test('news of the balance fetches all but the balance, which the news contains', async () => {
  page.sendNews({ type: 'balance', available });
  await page.settle();
  expect(fetched.toSorted()).toEqual(['monthly-pages', 'my-wallets', 'statement']);
});

test('a gap in the news also fetches the balance', async () => {
  page.sendNews({ type: 'missed' });
  await page.settle();
  expect(fetched.toSorted()).toEqual(['balance', 'monthly-pages', 'my-wallets', 'statement']);
});

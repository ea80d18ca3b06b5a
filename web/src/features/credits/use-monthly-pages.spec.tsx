import { expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { answerCalls } from '../../lib/testing/answered-calls.js';
import { openSignedIn } from '../../lib/testing/signed-in.js';
import { useMonthlyPages } from './use-monthly-pages.js';

function Pages() {
  return <output>{JSON.stringify(useMonthlyPages())}</output>;
}

function Switch() {
  const [isOpen, setOpen] = useState(false);
  return (
    <button type="button" onClick={() => setOpen(!isOpen)}>
      {isOpen ? <Pages /> : null}
    </button>
  );
}

test('the pages of the month are fetched each time that they are shown', async () => {
  const { sent } = answerCalls({ '/monthly-pages': { status: 200, body: {} } });
  const page = openSignedIn(<Switch />);
  page.queries.setDefaultOptions({ queries: { staleTime: Infinity, retry: false } });
  for (let clicks = 0; clicks < 3; clicks += 1) {
    fireEvent.click(screen.getByRole('button'));
    await page.settle();
  }
  expect(sent.filter(([path]) => path === '/monthly-pages')).toHaveLength(2);
  cleanup();
  page.restore();
});

import { afterEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { storyViews } from '../story-views.js';
import type { ViewOf } from '../views.js';
import { Documents } from './documents.js';

afterEach(cleanup);

test('what is ticked has its total, and what is missing for it is said [row 175]', () => {
  const view: ViewOf<'documents'> = {
    ...(storyViews['documents'] as ViewOf<'documents'>),
    available: { minor: 50, currency: 'GBP' },
  };
  render(
    <MantineProvider env="test">
      <Documents view={view} send={() => undefined} />
    </MantineProvider>,
  );
  const total = () => screen.getByText('Total').nextElementSibling?.textContent;
  expect(total()).toBe('£0.00');
  expect(screen.queryByText(/short/)).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: /^thesis.pdf/ }));
  expect(total()).toBe('£0.60');
  expect(screen.getByText('You are £0.10 short.')).toBeDefined();
  fireEvent.click(screen.getByRole('checkbox', { name: /^photo.jpg/ }));
  expect(total()).toBe('£0.80');
  expect(screen.getByText('You are £0.30 short.')).toBeDefined();
});

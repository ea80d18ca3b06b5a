import { afterEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { storyViews } from '../story-views.js';
import type { ViewOf } from '../views.js';
import { Documents } from './documents.js';

afterEach(cleanup);

test('the ticked documents have a total, and its shortfall is shown [row 175]', () => {
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

test('at the maximum number of copies no more documents can be ticked, until there are fewer copies', () => {
  const view: ViewOf<'documents'> = {
    ...(storyViews['documents'] as ViewOf<'documents'>),
    available: { minor: 1_000_000, currency: 'GBP' },
    mostCopies: 99,
  };
  render(
    <MantineProvider env="test">
      <Documents view={view} send={() => undefined} />
    </MantineProvider>,
  );
  const row = (name: RegExp) => screen.getByRole<HTMLButtonElement>('checkbox', { name });
  fireEvent.click(row(/^thesis.pdf/));
  const more = screen.getByRole('button', { name: /more/i });
  for (let copies = 1; copies < 99; copies += 1) fireEvent.click(more);
  fireEvent.click(row(/^photo.jpg/));
  const others = screen.getAllByRole<HTMLButtonElement>('checkbox', { checked: false });
  expect(others.length).toBeGreaterThan(0);
  expect(others.every(({ disabled }) => disabled)).toBe(true);
  expect(row(/^photo.jpg/).disabled).toBe(false);
  fireEvent.click(row(/^photo.jpg/));
  expect(others.some(({ disabled }) => disabled)).toBe(false);
});

test('PRINT sends the total that was shown', () => {
  const sent: unknown[] = [];
  const view: ViewOf<'documents'> = {
    ...(storyViews['documents'] as ViewOf<'documents'>),
    available: { minor: 1_000_000, currency: 'GBP' },
  };
  render(
    <MantineProvider env="test">
      <Documents view={view} send={(action) => sent.push(action)} />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('checkbox', { name: /^thesis.pdf/ }));
  fireEvent.click(screen.getByRole('button', { name: 'PRINT' }));
  const { documentId } = view.documents.find(({ fileName }) => fileName === 'thesis.pdf')!;
  expect(sent).toEqual([{ action: 'print', documentIds: [documentId], totalMinor: 60 }]);
});

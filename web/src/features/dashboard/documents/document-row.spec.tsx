import { afterEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import type { DocumentRow as Document } from '@sixpence/contracts/http/documents';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { DocumentRow } from './document-row.js';

afterEach(cleanup);

const ready: Document = {
  orderId: '0b54a1c6-91cf-4d0c-8a3e-3a3a0e3b9a11',
  fileName: 'thesis.pdf',
  totalPages: 3,
  pagePreviews: ['/document-pages/x/1/1', '/document-pages/x/1/2', '/document-pages/x/1/3'],
  side: '1-Sided',
  isColor: false,
  status: 'ready',
  revision: 1,
  expiresAt: '2026-11-23T12:00:00Z',
};

test('closing with fewer pages sends the ones that are kept', () => {
  const { onKeepOnly } = open(ready);
  toggle(/See the pages/);
  fireEvent.click(page(2));
  toggle(/Close the pages/);
  expect(onKeepOnly.mock.calls).toEqual([[[1, 3]]]);
});

test('closing with all pages sends nothing', () => {
  const { onKeepOnly } = open(ready);
  toggle(/See the pages/);
  fireEvent.click(page(2));
  fireEvent.click(page(2));
  toggle(/Close the pages/);
  expect(onKeepOnly).not.toHaveBeenCalled();
});

test('the last page cannot be taken out', () => {
  open(ready);
  toggle(/See the pages/);
  for (const number of [1, 2, 3]) fireEvent.click(page(number));
  expect([1, 2, 3].map((number) => page(number).getAttribute('aria-checked'))).toEqual([
    'false',
    'false',
    'true',
  ]);
});

test('tiles are asked for in their small size', () => {
  const { container } = open(ready);
  toggle(/See the pages/);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/document-pages/x/1/1?size=tile');
});

test('a failed document says why and what helps, and can only be deleted', () => {
  open({ ...ready, status: 'failed', reason: 'password-protected' });
  expect(screen.getByText('The file needs a password.')).toBeDefined();
  expect(screen.getByText(/without the password/)).toBeDefined();
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Delete thesis.pdf',
  ]);
});

function open(document: Document) {
  const onKeepOnly = jest.fn<(pages: number[]) => void>();
  const { container } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <DocumentRow
            document={document}
            locked={false}
            removingPages={false}
            onDelete={jest.fn()}
            onKeepOnly={onKeepOnly}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { onKeepOnly, container };
}

function toggle(name: RegExp) {
  fireEvent.click(screen.getByRole('button', { name }));
}

function page(number: number): HTMLElement {
  return screen.getByRole('checkbox', { name: `Page ${number}` });
}

import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import type { DocumentRow as Document } from '@sixpence/contracts/http/documents';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { useOpenPages } from '../pages/use-open-pages.js';
import { DocumentRow } from './document-row.js';

const realFetch = globalThis.fetch;
let paths: string[];
beforeEach(() => {
  paths = [];
  globalThis.fetch = (path) => {
    paths.push(path as string);
    const headers = new Headers({ 'content-type': 'application/json' });
    return Promise.resolve({
      status: 200,
      headers,
      json: () => Promise.resolve({ valid: true }),
    } as Response);
  };
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

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

test('closing with fewer pages sends the kept ones [rows 233, 234]', () => {
  const { onKeepOnly } = open(ready);
  toggle(/See the pages/);
  fireEvent.click(page(2));
  toggle(/Close the pages/);
  expect(onKeepOnly.mock.calls).toEqual([[[1, 3]]]);
});

test('closing with all pages sends nothing [row 235]', () => {
  const { onKeepOnly } = open(ready);
  toggle(/See the pages/);
  fireEvent.click(page(2));
  fireEvent.click(page(2));
  toggle(/Close the pages/);
  expect(onKeepOnly).not.toHaveBeenCalled();
});

test('opening, ticking, enlarging, turning, and closing pages each check the session [row 219]', () => {
  open(ready);
  const checks = () => paths.splice(0);
  toggle(/See the pages/);
  expect(checks()).toEqual(['/validate-session']);
  fireEvent.click(page(2));
  expect(checks()).toEqual(['/validate-session']);
  fireEvent.click(screen.getByRole('button', { name: 'Look at page 1 closely' }));
  expect(checks()).toEqual(['/validate-session']);
  fireEvent.click(screen.getByLabelText('Print this page'));
  expect(checks()).toEqual(['/validate-session']);
  fireEvent.click(screen.getByLabelText('Print this page'));
  fireEvent.click(page(2));
  checks();
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(checks()).toEqual(['/validate-session']);
  fireEvent.keyDown(window, { key: 'ArrowLeft' });
  expect(checks()).toEqual(['/validate-session']);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(checks()).toEqual(['/validate-session']);
  toggle(/Close the pages/);
  expect(checks()).toEqual(['/validate-session']);
});

test('pages of a long document can be chosen by their numbers', () => {
  const pagePreviews = Array.from({ length: 40 }, (_, index) => `/document-pages/x/1/${index + 1}`);
  const { onKeepOnly } = open({ ...ready, totalPages: 40, pagePreviews });
  toggle(/See the pages/);
  const field = () => screen.getByLabelText<HTMLInputElement>('Print only these pages');
  const keep = (typed: string) => {
    fireEvent.change(field(), { target: { value: typed } });
    toggle(/Keep only these/);
  };
  keep('38-41');
  expect(screen.getByText('Write pages from 1 to 40 like this: 1-3, 7')).toBeDefined();
  expect(screen.getByText(/^All pages print/)).toBeDefined();
  keep('2-3, 38-');
  expect(screen.getByText(/^5 of 40 pages print/)).toBeDefined();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Page 39' }));
  expect(field().value).toBe('2-3, 38, 40');
  toggle(/Close the pages/);
  expect(onKeepOnly.mock.calls).toEqual([[[2, 3, 38, 40]]]);
});

test('the last page cannot be taken out [rows 204, 232]', () => {
  open(ready);
  toggle(/See the pages/);
  for (const number of [1, 2, 3]) fireEvent.click(page(number));
  expect([1, 2, 3].map((number) => page(number).getAttribute('aria-checked'))).toEqual([
    'false',
    'false',
    'true',
  ]);
});

test('tiles load small pictures', () => {
  const { container } = open(ready);
  toggle(/See the pages/);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/document-pages/x/1/1?size=tile');
});

test('a document of one page has no hint about deselecting a page', () => {
  open({ ...ready, totalPages: 1, pagePreviews: ['/document-pages/x/1/1'] });
  toggle(/See the pages/);
  expect(screen.getByText('This page prints.')).toBeDefined();
  expect(screen.queryByText(/leave it out/)).toBeNull();
});

test('a page without a picture shows a notice, and can still be deselected', () => {
  const { container, onKeepOnly } = open(ready);
  toggle(/See the pages/);
  const picture = container.querySelector('[role=checkbox] img');
  if (!picture) throw new Error('There is no picture of page 1');
  fireEvent.error(picture);
  expect(page(1).textContent).toContain('No picture just now');
  fireEvent.click(page(1));
  toggle(/Close the pages/);
  expect(onKeepOnly.mock.calls).toEqual([[[2, 3]]]);
});

test.each([
  [{ side: '1-Sided', isColor: false }, '1-Sided, Black-White'],
  [{ side: '2-Sided', isColor: true }, '2-Sided, Color'],
] as const)('a row shows the print options: %j', (options, words) => {
  open({ ...ready, ...options });
  expect(screen.getByText(words)).toBeDefined();
});

test('deleting a document moves the focus to its neighbour', () => {
  open(ready);
  fireEvent.click(screen.getByRole('button', { name: 'Delete thesis.pdf' }));
  expect(document.activeElement?.textContent).toBe('the next document');
});

test('deleting the last document moves the focus to the one before it', () => {
  open(ready, { isLast: true });
  fireEvent.click(screen.getByRole('button', { name: 'Delete thesis.pdf' }));
  expect(document.activeElement?.textContent).toBe('the document before');
});

test('a row shows its price, that it was printed, and when it expires', () => {
  const expiresAt = new Date(2026, 10, 23, 9, 5).toISOString();
  const { container } = open({ ...ready, expiresAt, printedAt: '2026-11-22T12:00:00Z' }, { price: 60 });
  const texts = [...container.querySelectorAll('span, b')].map((element) => element.textContent);
  for (const text of ['3 pages', '£0.60', ' printed', 'kept until Mon 09:05']) expect(texts).toContain(text);
});

test('the row of a document that was not printed does not mention printing, and shows no unknown price', () => {
  const { container } = open(ready);
  expect(container.textContent).not.toMatch(/printed|£/);
});

test('a document of seven pages has no field for page numbers, and one of eight has an empty one', () => {
  const field = () => screen.queryByLabelText<HTMLInputElement>('Print only these pages');
  const of = (totalPages: number): Document => ({
    ...ready,
    totalPages,
    pagePreviews: Array.from({ length: totalPages }, (_, index) => `/document-pages/x/1/${index + 1}`),
  });
  open(of(7));
  toggle(/See the pages/);
  expect(field()).toBeNull();
  cleanup();
  open(of(8));
  toggle(/See the pages/);
  expect(field()?.value).toBe('');
});

test('a failed document without a known reason counts as damaged', () => {
  open({ ...ready, status: 'failed' });
  expect(screen.getByText('The file cannot be opened.')).toBeDefined();
});

test('a failed document shows the reason and the advice, and can only be deleted', () => {
  open({ ...ready, status: 'failed', reason: 'password-protected' });
  expect(screen.getByText('The file needs a password.')).toBeDefined();
  expect(screen.getByText(/without the password/)).toBeDefined();
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Delete thesis.pdf',
  ]);
});

test.each([
  ['empty', 'is empty', 'upload it again'],
  ['damaged', 'cannot be opened', 'upload the new copy'],
  ['type-mismatch', 'not what its name says', 'as a PDF'],
  ['no-room', 'no room left', 'Delete documents'],
  ['password-protected', 'needs a password', 'without the password'],
  ['missing-font', 'a font that is not in it', 'fonts embedded'],
  ['too-large', 'too large', 'split it'],
  ['too-many-pages', 'more than 500 pages', 'Split it'],
  ['timeout', 'took too long', 'as a PDF'],
] as const)('the failure %s is shown in words with advice, and without a spinner', (reason, why, remedy) => {
  const { container } = open({ ...ready, status: 'failed', totalPages: 0, pagePreviews: [], reason });
  expect(container.textContent).toContain(why);
  expect(container.textContent).toContain(remedy);
  expect(container.querySelector('[role=progressbar], [class*=Loader], [class*=unknown]')).toBeNull();
});

describe('a document whose first two pages were printed', () => {
  const rest: Document = {
    ...ready,
    revision: 2,
    pagePreviews: ['/document-pages/x/2/1', '/document-pages/x/2/2', '/document-pages/x/2/3'],
    rest: {
      pages: [3, 4, 5],
      printed: [1, 2],
      leftOut: [1, 2].map((number) => ({ page: number, preview: `/document-pages/x/1/${number}` })),
    },
  };
  const printed = (number: number) => screen.getByRole('checkbox', { name: `Page ${number}, printed` });

  test('the row names the remaining pages', () => {
    open(rest);
    expect(screen.getByText('Pages 3–5 (the first 2 were printed)')).toBeDefined();
  });

  test('printed pages are shown at their position without a tick, and closing sends nothing', () => {
    const { onKeepOnly, container } = open(rest);
    toggle(/See the pages/);
    expect(screen.getAllByRole('checkbox').map((tile) => tile.getAttribute('aria-checked'))).toEqual([
      'false',
      'false',
      'true',
      'true',
      'true',
    ]);
    expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toContain(
      '/document-pages/x/1/2?size=tile',
    );
    toggle(/Close the pages/);
    expect(onKeepOnly).not.toHaveBeenCalled();
  });

  test('a printed page that is included again is paid for again, and the row shows it', () => {
    const { onKeepOnly } = open(rest);
    toggle(/See the pages/);
    expect(screen.getByText(/^3 pages print. Printed pages are left out/)).toBeDefined();
    fireEvent.click(printed(2));
    expect(
      screen.getByText('4 pages print. One of them was printed before and will be paid for again.'),
    ).toBeDefined();
    fireEvent.click(page(4));
    toggle(/Close the pages/);
    expect(onKeepOnly.mock.calls).toEqual([[[1, 3], [2]]]);
  });

  test('the last ticked page stays', () => {
    open(rest);
    toggle(/See the pages/);
    for (const number of [3, 4, 5]) fireEvent.click(page(number));
    expect(page(5).getAttribute('aria-checked')).toBe('true');
    fireEvent.click(printed(1));
    fireEvent.click(page(5));
    expect(page(5).getAttribute('aria-checked')).toBe('false');
  });

  test('after the preparation of the remaining pages failed, closing the pages prepares them again', () => {
    const failed: Document = {
      ...ready,
      rest: { pages: [1, 2, 3], printed: [1], leftOut: [], failed: true },
    };
    const { onKeepOnly } = open(failed);
    expect(screen.getByText(/the rest could not be prepared/)).toBeDefined();
    toggle(/See the pages/);
    expect(printed(1).getAttribute('aria-checked')).toBe('false');
    toggle(/Close the pages/);
    expect(onKeepOnly.mock.calls).toEqual([[[2, 3]]]);
  });
});

describe('the large view of a page', () => {
  const enlarge = (number: number) =>
    fireEvent.click(screen.getByRole('button', { name: `Look at page ${number} closely` }));
  const shown = () => screen.getByRole('img', { name: /of thesis.pdf/ });

  test('it loads the large picture, and arrow keys turn pages up to the ends', () => {
    open(ready);
    toggle(/See the pages/);
    enlarge(2);
    expect(shown().getAttribute('src')).toBe('/document-pages/x/1/2?size=page');
    fireEvent.keyDown(window, { key: 'ArrowRight' });
    fireEvent.keyDown(window, { key: 'ArrowRight' });
    expect(screen.getByText('Page 3 of 3')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(shown().getAttribute('alt')).toBe('Page 2 of thesis.pdf');
  });

  test('its buttons end at the first and the last page', () => {
    const disabled = () =>
      ['Previous page', 'Next page'].map(
        (name) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled,
      );
    open(ready);
    toggle(/See the pages/);
    enlarge(1);
    const states = [disabled()];
    for (let presses = 0; presses < 2; presses += 1) {
      fireEvent.keyDown(window, { key: 'ArrowRight' });
      states.push(disabled());
    }
    expect(states).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
    fireEvent.keyDown(window, { key: 'ArrowLeft' });
    expect(screen.getByText('Page 2 of 3')).toBeDefined();
  });

  test('a document of one page has no buttons to turn pages', () => {
    open({ ...ready, totalPages: 1, pagePreviews: ['/document-pages/x/1/1'] });
    toggle(/See the pages/);
    enlarge(1);
    fireEvent.keyDown(window, { key: 'ArrowLeft' });
    expect(shown().getAttribute('alt')).toBe('Page 1 of thesis.pdf');
    expect(screen.queryByRole('button', { name: /(Previous|Next) page/ })).toBeNull();
  });

  test('it returns the focus to the page that was shown last', () => {
    open(ready);
    toggle(/See the pages/);
    enlarge(1);
    fireEvent.keyDown(window, { key: 'ArrowRight' });
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Look at page 2 closely');
  });

  test('it can leave out a page, but not the last one', () => {
    const { onKeepOnly } = open(ready);
    toggle(/See the pages/);
    enlarge(1);
    fireEvent.click(screen.getByLabelText('Print this page'));
    fireEvent.keyDown(window, { key: 'ArrowRight' });
    fireEvent.click(screen.getByLabelText('Print this page'));
    fireEvent.keyDown(window, { key: 'ArrowRight' });
    expect(screen.getByLabelText<HTMLInputElement>('Print this page').disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    toggle(/Close the pages/);
    expect(onKeepOnly.mock.calls).toEqual([[[3]]]);
  });
});

function open(row: Document, { isLast = false, price = 0 } = {}) {
  const onKeepOnly = jest.fn<(pages: number[], putBack?: number[]) => void>();
  function Row() {
    const pages = useOpenPages((_orderId, { pages: kept, putBack }) => {
      onKeepOnly(kept, ...(putBack.length > 0 ? [putBack] : []));
      return Promise.resolve(true);
    });
    return (
      <DocumentRow
        document={row}
        locked={false}
        removingPages={false}
        onDelete={jest.fn()}
        pages={pages}
        price={price > 0 ? { minor: price, currency: 'GBP' } : undefined}
      />
    );
  }
  const { container } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <li tabIndex={-1}>the document before</li>
          <Row />
          {isLast ? null : <li tabIndex={-1}>the next document</li>}
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

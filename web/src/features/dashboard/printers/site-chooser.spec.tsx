import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { answerCalls, type AnsweredCalls, holdAnswers } from '../../../lib/testing/answered-calls.js';
import { openSignedIn, type OpenedPart } from '../../../lib/testing/signed-in.js';
import { SiteChooser } from './site-chooser.js';

const library = { id: 's-1', name: 'Library', organisation: 'Demo', chosen: false };
const school = { id: 's-2', name: 'School', organisation: 'Demo', chosen: true };
let calls: AnsweredCalls;
let page: OpenedPart;

beforeEach(async () => {
  calls = answerCalls({
    '/validate-session': { status: 200, body: { valid: true } },
    '/find-sites?name=': { status: 200, body: { sites: [school] } },
    '/find-sites?name=li': { status: 200, body: { sites: [library] } },
    '/choose-site': { status: 200, body: {} },
  });
  const { fetch } = globalThis;
  page = openSignedIn(<SiteChooser disabled={false} />);
  globalThis.fetch = fetch;
  // Queries retry by default, so the test sees that a search does not.
  page.queries.setDefaultOptions({ queries: { retry: 3, retryDelay: 0 } });
  fireEvent.click(screen.getByRole('button', { name: 'Choose a place' }));
  await page.settle();
});
afterEach(() => {
  cleanup();
  page.restore();
});

const type = (value: string) =>
  fireEvent.change(screen.getByLabelText('Name of the place'), { target: { value } });
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await page.settle();
};
const sentTo = (asked: string) => calls.sent.filter(([path]) => path === asked).map(([, body]) => body);

test('while a search runs, the sites of the previous search stay on the page', async () => {
  const answer = holdAnswers('/find-sites?name=li');
  type(' li ');
  await page.settle();
  expect(screen.getByRole('button', { name: 'Remove School' })).toBeDefined();
  answer();
  await page.settle();
  expect(screen.getByRole('button', { name: 'Show Library' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Remove School' })).toBeNull();
});

test('a search that fails is not repeated', async () => {
  calls.answers['/find-sites?name=li'] = { status: 500 };
  type('li');
  await page.settle();
  await page.settle();
  expect(sentTo('/find-sites?name=li')).toHaveLength(1);
});

test.each([
  ['site.full', 'You have chosen ten places. Please remove one first.'],
  ['other', 'That could not be saved. Please try again.'],
])('after the refusal %s a message shows until the next choice', async (code, sentence) => {
  type('li');
  await page.settle();
  calls.answers['/choose-site'] = { status: 409, body: { code, message: 'No.' } };
  await press('Show Library');
  expect(screen.getByRole('alert').textContent).toBe(sentence);
  expect(sentTo('/find-sites?name=li')).toHaveLength(2);
  calls.answers['/choose-site'] = { status: 200, body: {} };
  await press('Show Library');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sentTo('/choose-site')).toEqual(Array.from({ length: 2 }, () => ({ siteId: 's-1', chosen: true })));
});

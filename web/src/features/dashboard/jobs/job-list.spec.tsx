import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import type { JobView } from '@sixpence/contracts/http/release';
import { jobReasonNames } from '@sixpence/contracts/printing/job-reasons';
import { speak } from '@sixpence/theme/language';
import { words } from '@sixpence/theme/shared-words.de';
import { reasonAndRemedy } from '@sixpence/theme/reason-words';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { answerCalls } from '../../../lib/testing/answered-calls.js';
import { LiveNewsProvider } from '../../../lib/live/live-news.js';
import { JobList } from './job-list.js';

const { fetch: realFetch, WebSocket: realSocket } = globalThis;
let socket: Pick<WebSocket, 'onmessage'>;

beforeEach(() => {
  answerCalls({ '/validate-session': { status: 200, body: { valid: true } } });
  globalThis.WebSocket = function () {
    socket = { onmessage: null };
    return Object.assign(socket, { close: () => undefined });
  } as unknown as typeof WebSocket;
});

afterEach(() => {
  cleanup();
  speak('en', {});
  Object.assign(globalThis, { fetch: realFetch, WebSocket: realSocket });
});

test.each(
  jobReasonNames.flatMap((reason) => [
    { reason, language: 'en', dictionary: {} } as const,
    { reason, language: 'de', dictionary: words } as const,
  ]),
)(
  'a job that ended by $reason shows the reason and the advice ($language)',
  ({ reason, language, dictionary }) => {
    speak(language, dictionary);
    open();
    sendNews({ state: 'failed', reason });
    expect(screen.getByText(reasonAndRemedy(reason))).toBeDefined();
  },
);

test('four jobs show at first, the newest on top, and a button shows the others', () => {
  open();
  for (let number = 1; number <= 4; number += 1) sendNews({}, number);
  expect(screen.queryByRole('button')).toBeNull();
  for (const number of [5, 6]) sendNews({}, number);
  const names = () => screen.getAllByRole('listitem').map((row) => /^\d/.exec(row.textContent)?.[0]);
  expect(names()).toEqual(['6', '5', '4', '3']);
  fireEvent.click(screen.getByRole('button', { name: 'Show 2 more' }));
  expect([names(), screen.queryByRole('button')]).toEqual([['6', '5', '4', '3', '2', '1'], null]);
});

test.each([
  ['held', undefined, 'lucide-printer', '25'],
  ['printing', undefined, 'lucide-printer', '25'],
  ['stalled', 'media-jam', 'lucide-triangle-alert', '25'],
  ['checking', undefined, 'lucide-hourglass', undefined],
  ['completed', undefined, 'lucide-circle-check', undefined],
  ['canceled', 'canceled-by-person', 'lucide-circle-x', undefined],
  ['canceled', 'canceled-at-printer', 'lucide-triangle-alert', undefined],
  ['failed', undefined, 'lucide-triangle-alert', undefined],
] as const)(
  'a job in the state %s (%s) has the icon %s, and the progress %s',
  (state, reason, icon, progress) => {
    open();
    sendNews({ state, impressions: 1, total: 4, ...(reason ? { reason } : {}) });
    const row = screen.getByRole('listitem');
    expect(row.querySelector('svg')?.classList).toContain(icon);
    expect(screen.queryByRole('progressbar')?.getAttribute('aria-valuenow') ?? undefined).toBe(progress);
    expect(screen.queryByText(/^Your money stays set aside for 10 minutes/) !== null).toBe(
      state === 'stalled',
    );
  },
);

test('a job without pages shows a progress of 0', () => {
  open();
  sendNews({ state: 'held', impressions: 0, total: 0 });
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('0');
});

function open() {
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <LiveNewsProvider admitted>
          <JobList disabled={false} />
        </LiveNewsProvider>
      </MemoryRouter>
    </MantineProvider>,
  );
}

/** Sends news of a job. A job with a higher number was created later. */
function sendNews(part: Partial<JobView>, number = 1) {
  const job = {
    id: `7d3c2f6e-0e1b-4f57-9f1c-0a6f1c5e8b2${number}`,
    orderId: '7d3c2f6e-0e1b-4f57-9f1c-0a6f1c5e8b22',
    fileName: `${number}.pdf`,
    printer: 'Hall',
    state: 'completed',
    impressions: 0,
    total: 3,
    held: { minor: 15, currency: 'GBP' },
    createdAt: new Date(Date.now() - 60_000 + number * 1_000).toISOString(),
    ...part,
  };
  const frame = new MessageEvent('message', { data: JSON.stringify({ type: 'job', job }) });
  act(() => {
    socket.onmessage?.call(socket as WebSocket, frame);
  });
}

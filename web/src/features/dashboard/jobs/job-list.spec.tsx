import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { jobReasonNames } from '@sixpence/contracts/printing/job-reasons';
import { speak } from '@sixpence/theme/language';
import { reasonAndRemedy } from '@sixpence/theme/reason-words';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { LiveNewsProvider } from '../../../lib/live/live-news.js';
import { words } from '../../../words.de.js';
import { JobList } from './job-list.js';

const realSocket = globalThis.WebSocket;
let socket: Pick<WebSocket, 'onmessage'>;

beforeEach(() => {
  globalThis.WebSocket = function () {
    socket = { onmessage: null };
    return Object.assign(socket, { close: () => undefined });
  } as unknown as typeof WebSocket;
});

afterEach(() => {
  cleanup();
  speak('en', {});
  globalThis.WebSocket = realSocket;
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
    render(
      <MantineProvider env="test">
        <MemoryRouter>
          <LiveNewsProvider admitted>
            <JobList disabled={false} />
          </LiveNewsProvider>
        </MemoryRouter>
      </MantineProvider>,
    );
    const job = {
      id: '7d3c2f6e-0e1b-4f57-9f1c-0a6f1c5e8b21',
      orderId: '7d3c2f6e-0e1b-4f57-9f1c-0a6f1c5e8b22',
      fileName: 'thesis.pdf',
      printer: 'Hall',
      state: 'failed',
      reason,
      impressions: 0,
      total: 3,
      held: { minor: 15, currency: 'GBP' },
      createdAt: new Date().toISOString(),
    };
    const frame = new MessageEvent('message', { data: JSON.stringify({ type: 'job', job }) });
    act(() => {
      socket.onmessage?.call(socket as WebSocket, frame);
    });
    expect(screen.getByText(reasonAndRemedy(reason))).toBeDefined();
  },
);

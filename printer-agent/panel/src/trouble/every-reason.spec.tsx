import { afterEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import type { PanelView } from '@sixpence/contracts/agent/panel';
import { jobReasonNames, jobReasons, type JobReason } from '@sixpence/contracts/printing/job-reasons';
import { speak } from '@sixpence/theme/language';
import { reasonAndRemedy } from '@sixpence/theme/reason-words';
import { cleanup, render, screen } from '@testing-library/react';
import { Screen } from '../screen.js';
import { storyViews } from '../story-views.js';
import { words } from '../words.de.js';

afterEach(() => {
  cleanup();
  speak('en', {});
});

const everyReason = jobReasonNames.flatMap((reason) => [
  { reason, language: 'en', dictionary: {} } as const,
  { reason, language: 'de', dictionary: words } as const,
]);

test.each(everyReason)(
  'a job that ended by $reason shows the reason and what to do ($language)',
  ({ reason, language, dictionary }) => {
    speak(language, dictionary);
    const { container } = show('done', (view) => ({
      ...view,
      jobs: view.jobs.slice(1).map((job) => ({ ...job, state: 'failed' as const, reason })),
    }));
    expect(screen.getByText(reasonAndRemedy(reason))).toBeDefined();
    expect(picturesIn(container)).toEqual(picturesOf(reason));
  },
);

test.each(everyReason.filter(({ reason }) => jobReasons[reason].stops))(
  'a job stalled by $reason shows the reason and what to do ($language)',
  ({ reason, language, dictionary }) => {
    speak(language, dictionary);
    const { container } = show('printing', (view) => ({
      ...view,
      jobs: view.jobs.map((job) => (job.state === 'printing' ? { ...job, state: 'stalled', reason } : job)),
    }));
    expect(screen.getByText(reasonAndRemedy(reason))).toBeDefined();
    expect(picturesIn(container)).toEqual(picturesOf(reason));
  },
);

const unusable: readonly JobReason[] = [
  'needs-set-up',
  'not-secure',
  'not-understood',
  'printer-unreachable',
];

test.each(everyReason.filter(({ reason }) => unusable.includes(reason)))(
  'the first screen at a printer with $reason shows the reason and what to do ($language)',
  ({ reason, language, dictionary }) => {
    speak(language, dictionary);
    const { container } = show('attract', (view) => ({
      ...view,
      printer: { ...view.printer, state: 'unreachable', reasons: [reason] },
    }));
    expect(screen.getByText(reasonAndRemedy(reason))).toBeDefined();
    expect(picturesIn(container)).toEqual(picturesOf(reason));
  },
);

/** Draws the story of a screen with a change. */
function show<Name extends PanelView['screen']>(
  name: Name,
  change: (view: Extract<PanelView, { screen: Name }>) => PanelView,
) {
  const view = change(storyViews[name] as Extract<PanelView, { screen: Name }>);
  return render(
    <MantineProvider env="test">
      <Screen view={view} send={() => undefined} />
    </MantineProvider>,
  );
}

/** The pictures of trouble; a job that ended as wished has none. */
function picturesOf(reason: JobReason): string[] {
  const { picture } = jobReasons[reason];
  return picture ? [picture] : [];
}

function picturesIn(container: HTMLElement): (string | null)[] {
  return [...container.querySelectorAll('[data-trouble]')].map((each) => each.getAttribute('data-trouble'));
}

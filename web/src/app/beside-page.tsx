import { Button } from '@mantine/core';
import type { PageArea } from '@sixpence/contracts/pages';
import { type ReactNode, Suspense } from 'react';
import { FailureMessage } from '../components/failure-message.js';
import { Waiting } from '../components/waiting.js';
import { chromeWords } from './chrome/chrome-words.en.js';
import { ErrorBoundary } from './error-boundary.js';

/**
 * A part beside the page, such as a form, whose script loads when the part opens. If the script is missing, a
 * message asks the user to reload. The tab does not reload by itself, because an upload or a payment may be
 * under way.
 */
export function BesidePage(props: {
  area: PageArea;
  /** The words beside the spinner while the script loads. */
  opening: string;
  /** In pixels. It reserves the space, so that nothing moves when the part appears. */
  minHeight: number;
  /** Closes the part; needed if only its content has a button for that. */
  close?: () => void;
  children: ReactNode;
}) {
  const { area, opening, minHeight, close, children } = props;
  const missing = (
    <>
      <FailureMessage advice={chromeWords.goneAdvice}>{chromeWords.gone}</FailureMessage>
      {close ? (
        <Button variant="default" onClick={close}>
          {chromeWords.close}
        </Button>
      ) : null}
    </>
  );
  return (
    <ErrorBoundary area={area} instead={missing}>
      <Suspense fallback={<Waiting what={opening} minHeight={minHeight} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

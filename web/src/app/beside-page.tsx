import { Button } from '@mantine/core';
import type { PageArea } from '@sixpence/contracts/pages';
import { type ReactNode, Suspense } from 'react';
import { Notice } from '../components/notice.js';
import { Waiting } from '../components/waiting.js';
import { chromeWords } from './chrome/chrome-words.js';
import { ErrorBoundary } from './error-boundary.js';

/**
 * What opens beside a page, with code of its own. Where that cannot be had, the person is told and reloads when it suits
 * them: the tab does not do so by itself, as for a page, because an upload or a payment may be under way.
 */
export function BesidePage(props: {
  area: PageArea;
  /** What is said while the code comes. */
  opening: string;
  /** In pixels, so that nothing jumps when it has come. */
  minHeight: number;
  /** The way back to the page, where what opens has the only one. */
  close?: () => void;
  children: ReactNode;
}) {
  const { area, opening, minHeight, close, children } = props;
  const gone = (
    <>
      <Notice advice={chromeWords.goneAdvice}>{chromeWords.gone}</Notice>
      {close ? (
        <Button variant="default" onClick={close}>
          {chromeWords.close}
        </Button>
      ) : null}
    </>
  );
  return (
    <ErrorBoundary area={area} instead={gone}>
      <Suspense fallback={<Waiting what={opening} minHeight={minHeight} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

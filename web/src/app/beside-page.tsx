import type { PageArea } from '@sixpence/contracts/pages';
import { type ReactNode, Suspense } from 'react';
import { Notice } from '../components/notice.js';
import { Waiting } from '../components/waiting.js';
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
  /** What is said when it does not come, and what to do then. */
  gone: { text: string; advice: string };
  children: ReactNode;
}) {
  const { area, opening, minHeight, gone, children } = props;
  return (
    <ErrorBoundary area={area} instead={<Notice advice={gone.advice}>{gone.text}</Notice>}>
      <Suspense fallback={<Waiting what={opening} minHeight={minHeight} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

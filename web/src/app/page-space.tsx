import { type PageArea } from '@sixpence/contracts/pages';
import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Waiting } from '../components/waiting.js';
import { chromeWords } from './chrome-words.js';
import { ErrorBoundary } from './error-boundary.js';

/** Where a page stands inside its chrome, with what is shown while its code arrives or when it breaks. */
export function PageSpace({ area }: { area: PageArea }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname} area={area}>
      <Suspense fallback={<Waiting what={chromeWords.openingPage} minHeight="60vh" />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}

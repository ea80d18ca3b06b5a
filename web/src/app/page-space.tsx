import { type PageArea } from '@sixpence/contracts/pages';
import { Suspense, useEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router';
import { Waiting } from '../components/waiting.js';
import { chromeWords } from './chrome/chrome-words.js';
import { ErrorBoundary } from './error-boundary.js';
import { PressedAgain } from './pressed-again.js';

/** Where a page stands inside its chrome, with what is shown while its code arrives or when it breaks. */
export function PageSpace({ area }: { area: PageArea }) {
  const { pathname } = useLocation();
  useBeginAtTop();
  return (
    <ErrorBoundary key={pathname} area={area}>
      <Suspense fallback={<Waiting what={chromeWords.openingPage} minHeight="60vh" />}>
        <Outlet />
        <PressedAgain />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Whoever goes on to another page begins at its top; whoever comes back is where they were, as browsers do it. */
function useBeginAtTop(): void {
  const { pathname, hash } = useLocation();
  const way = useNavigationType();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    // An address that only loses its query is the same page, and stays where it is.
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A link to a place on a page leads there, once the page has it.
    if (way !== NavigationType.Pop && hash === '') window.scrollTo(0, 0);
  }, [pathname, hash, way]);
}

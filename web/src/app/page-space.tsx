import { type PageArea } from '@sixpence/contracts/pages';
import { Suspense, useEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router';
import { Waiting } from '../components/waiting.js';
import { chromeWords } from './chrome/chrome-words.en.js';
import { ErrorBoundary } from './error-boundary.js';
import { PressedAgain } from './pressed-again.js';

/**
 * The area of a page between header and footer. It shows a spinner while the page's script loads, and a
 * message when the script or the page fails.
 */
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

/** A link to another page opens it at its top. Back and forward keep the scroll position, as browsers do. */
function useBeginAtTop(): void {
  const { pathname, hash } = useLocation();
  const navigationType = useNavigationType();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    // An address that only loses its query is the same page and keeps its scroll position.
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A link with an anchor scrolls to that element as soon as the page has it.
    if (navigationType !== NavigationType.Pop && hash === '') window.scrollTo(0, 0);
  }, [pathname, hash, navigationType]);
}

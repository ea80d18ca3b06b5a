import { shortfallIn } from '@sixpence/contracts/shortfall';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { forgetSignedOutSteps } from '../components/two-steps/use-kept-step.js';
import { Waiting } from '../components/waiting.js';
import { LiveNewsProvider } from '../lib/live/live-news.js';
import { digitsIn, keepScannedCode } from '../lib/scanned-code.js';
import { keepShortfall } from '../lib/scanned-shortfall.js';
import { HttpFailure } from '../lib/http.js';
import { shouldRetry } from '../lib/session-guard.js';
import { sessionIsValid } from '../lib/session.js';
import { chromeWords } from './chrome/chrome-words.en.js';
import { PageSpace } from './page-space.js';
import { SignedInChrome } from './chrome/signed-in-chrome.js';
import { StandingNotes } from './chrome/standing-notes.js';

/**
 * The pages that need a session. Each opening of such a page checks it, and an invalid session leads to
 * /login; so does a 401 for any query of these pages. The query cache and the live news last until the user
 * leaves this area.
 */
export function SignedInArea() {
  const navigate = useNavigate();
  const [queries] = useState(
    () =>
      new QueryClient({
        queryCache: new QueryCache({
          onError: (error) => {
            if (error instanceof HttpFailure && error.status === 401) void navigate('/login');
          },
        }),
        defaultOptions: {
          queries: { retry: shouldRetry, staleTime: 10_000 },
        },
      }),
  );
  const { pathname } = useLocation();
  const checkedPath = useCheckedPath(pathname);
  const admitted = checkedPath !== undefined;
  return (
    <QueryClientProvider client={queries}>
      <LiveNewsProvider admitted={admitted}>
        <SignedInChrome admitted={admitted}>
          <StandingNotes />
          {checkedPath === pathname ? (
            <PageSpace area="guarded" />
          ) : (
            <Waiting what={chromeWords.openingAccount} minHeight="60vh" />
          )}
        </SignedInChrome>
      </LiveNewsProvider>
    </QueryClientProvider>
  );
}

/** The path whose session check succeeded last; undefined before the first. */
function useCheckedPath(pathname: string): string | undefined {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [checkedPath, setCheckedPath] = useState<string>();
  useEffect(() => {
    let isUnmounted = false;
    void sessionIsValid().then(async (valid) => {
      if (isUnmounted) return;
      if (valid) {
        forgetSignedOutSteps();
        setCheckedPath(pathname);
        return;
      }
      // The user opened the link of a panel's QR code. The code in it is kept until the user has signed in.
      const digits = digitsIn(hash);
      if (pathname === '/qrlogin' && digits !== undefined) keepScannedCode(digits);
      const shortfall = shortfallIn(hash);
      if (pathname === '/credits' && shortfall) keepShortfall(shortfall);
      await navigate('/login', { replace: true });
    });
    return () => {
      isUnmounted = true;
    };
  }, [navigate, pathname, hash]);
  return checkedPath;
}

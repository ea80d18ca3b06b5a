import { shortfallIn } from '@sixpence/contracts/shortfall';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { forgetKeptSteps } from '../components/two-steps/use-kept-step.js';
import { Waiting } from '../components/waiting.js';
import { LiveNewsProvider } from '../lib/live/live-news.js';
import { digitsIn, keepScannedCode } from '../lib/scanned-code.js';
import { keepShortfall } from '../lib/scanned-shortfall.js';
import { HttpFailure } from '../lib/http.js';
import { signInNeeded } from '../lib/session-guard.js';
import { sessionIsValid } from '../lib/session.js';
import { chromeWords } from './chrome/chrome-words.js';
import { PageSpace } from './page-space.js';
import { SignedInChrome } from './chrome/signed-in-chrome.js';
import { StandingNotes } from './chrome/standing-notes.js';

/**
 * The pages that need a session: it is checked whenever one of them is opened, and a missing one leads to /login. So does
 * a 401 of anything that such a page fetches.
 * What they fetched and heard is kept for as long as the person stays in this area, and forgotten on the way out.
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
          queries: { retry: (tries, error) => tries < 1 && !signInNeeded(error), staleTime: 10_000 },
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

/** The path for which the session was found valid last; undefined until the first time. */
function useCheckedPath(pathname: string): string | undefined {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [checkedPath, setCheckedPath] = useState<string>();
  useEffect(() => {
    let left = false;
    void sessionIsValid().then(async (valid) => {
      if (left) return;
      if (valid) {
        forgetKeptSteps();
        setCheckedPath(pathname);
        return;
      }
      // A printer's QR code was scanned: it is carried along to whoever signs in.
      const digits = digitsIn(hash);
      if (pathname === '/qrlogin' && digits !== undefined) keepScannedCode(digits);
      const shortfall = shortfallIn(hash);
      if (pathname === '/credits' && shortfall) keepShortfall(shortfall);
      await navigate('/login', { replace: true });
    });
    return () => {
      left = true;
    };
  }, [navigate, pathname, hash]);
  return checkedPath;
}

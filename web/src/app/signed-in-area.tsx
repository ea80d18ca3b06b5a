import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { Waiting } from '../components/waiting.js';
import { sessionIsValid } from '../lib/session.js';
import { SignedInChrome } from './signed-in-chrome.js';

/**
 * The pages that need a session: it is checked whenever one of them is opened, and a missing one leads to /login.
 * What they fetched is kept for as long as the person stays in this area, and forgotten on the way out.
 */
export function SignedInArea() {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 10_000 } } }),
  );
  const open = useGate();
  return (
    <QueryClientProvider client={queries}>
      <SignedInChrome>
        {open ? (
          <Suspense fallback={<Waiting what="Opening the page" minHeight="60vh" />}>
            <Outlet />
          </Suspense>
        ) : (
          <Waiting what="Opening your account" minHeight="60vh" />
        )}
      </SignedInChrome>
    </QueryClientProvider>
  );
}

function useGate(): boolean {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [openPath, setOpenPath] = useState<string>();
  useEffect(() => {
    let left = false;
    void sessionIsValid().then(async (valid) => {
      if (left) return;
      if (valid) setOpenPath(pathname);
      else await navigate('/login', { replace: true });
    });
    return () => {
      left = true;
    };
  }, [navigate, pathname]);
  return openPath === pathname;
}

import { useState } from 'react';
import { post } from '../../../lib/http.js';
import { useLiveNews } from '../../../lib/live/live-news.js';
import { useSessionCheck, useSessionGuard } from '../../../lib/session-guard.js';

/** The state of the code area. `used`: the user typed the code at a printer. */
export type CodeState =
  | { kind: 'none' }
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'shown'; code: string; expiresAt: string }
  | { kind: 'used'; printer: string };

/**
 * Requests a print code. `reset` hides it on this page only, as specified; the code itself stays valid until
 * it expires.
 * @param closePages applies the ticks of the open pages first; if it returns false, no code is requested
 */
export function usePrintCode(closePages: () => Promise<boolean>) {
  const guard = useSessionGuard();
  const checkSession = useSessionCheck();
  const [state, setState] = useState<CodeState>({ kind: 'none' });

  useLiveNews('code-used', ({ printer }) => {
    // News about the earlier code may arrive while a new one is requested.
    setState((now) => (now.kind === 'shown' ? { kind: 'used', printer } : now));
  });

  async function getCode() {
    setState({ kind: 'loading' });
    try {
      await guard(async () => {
        if (!(await closePages())) {
          setState({ kind: 'none' });
          return;
        }
        const { code, expiresAt } = await post('/create-code');
        setState({ kind: 'shown', code, expiresAt });
      });
    } catch (error) {
      console.error('The print code could not be fetched', error);
      setState({ kind: 'failed' });
    }
  }

  function reset() {
    void checkSession();
    setState({ kind: 'none' });
  }

  return { state, getCode, reset };
}

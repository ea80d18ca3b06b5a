import { useState } from 'react';
import { post } from '../../../lib/http.js';
import { useLiveNews } from '../../../lib/live/live-news.js';
import { useSessionCheck, useSessionGuard } from '../../../lib/session-guard.js';

/** What the code area shows; a code that a printer has taken is gone, and it is said where. */
export type CodeState =
  | { kind: 'none' }
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'shown'; code: string; expiresAt: string }
  | { kind: 'used'; printer: string };

/**
 * Gets a print code and forgets it again; resetting is local, as specified, and the code itself runs out.
 * @param before what has to be done first, so that what prints is what the page shows; says whether it was
 */
export function usePrintCode(before: () => Promise<boolean>) {
  const guard = useSessionGuard();
  const sessionHolds = useSessionCheck();
  const [state, setState] = useState<CodeState>({ kind: 'none' });

  useLiveNews('code-used', ({ printer }) => {
    // News of the code before may come while the next one is being made.
    setState((now) => (now.kind === 'shown' ? { kind: 'used', printer } : now));
  });

  async function getCode() {
    setState({ kind: 'loading' });
    try {
      await guard(async () => {
        if (!(await before())) {
          setState({ kind: 'none' });
          return;
        }
        const { code, expiresAt } = await post('/create-code');
        setState({ kind: 'shown', code, expiresAt });
      });
    } catch (error) {
      console.error('No print code could be made', error);
      setState({ kind: 'failed' });
    }
  }

  function reset() {
    void sessionHolds();
    setState({ kind: 'none' });
  }

  return { state, getCode, reset };
}

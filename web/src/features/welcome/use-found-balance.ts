import type { Money } from '@sixpence/money/money';
import { useEffect, useState } from 'react';
import { get } from '../../lib/http.js';
import { sessionIsValid } from '../../lib/session.js';

/** The balance from the previous version of the service; empty while unknown and for visitors. */
export function useFoundBalance(): Money[] {
  const [found, setFound] = useState<Money[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    const ask = async () => {
      if (!(await sessionIsValid()) || leaving.signal.aborted) return;
      setFound((await get('/legacy-balance', undefined, leaving.signal)).found);
    };
    // A failure is ignored, because the credits page shows the balance in any case.
    ask().catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return found;
}

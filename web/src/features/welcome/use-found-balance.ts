import type { Money } from '@sixpence/money/money';
import { useEffect, useState } from 'react';
import { get } from '../../lib/http.js';
import { sessionIsValid } from '../../lib/session.js';

/** What was carried over from the previous version; nothing while that is not known, and for visitors. */
export function useFoundBalance(): Money[] {
  const [found, setFound] = useState<Money[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    const ask = async () => {
      if (!(await sessionIsValid()) || leaving.signal.aborted) return;
      setFound((await get('/legacy-balance', undefined, leaving.signal)).found);
    };
    // The credits page shows the balance whatever happens here.
    ask().catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return found;
}

import type { Money } from '@sixpence/money/money';
import { useEffect, useState } from 'react';
import { get } from '../../lib/http.js';

/** What was carried over from the previous version; nothing while that is not known, and for visitors. */
export function useFoundBalance(): Money[] {
  const [found, setFound] = useState<Money[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    get('/legacy-balance', undefined, leaving.signal).then(
      (answer) => setFound(answer.found),
      // The credits page shows the balance whatever happens here.
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  return found;
}

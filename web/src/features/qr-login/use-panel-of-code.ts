import { useEffect, useState } from 'react';
import { post } from '../../lib/http.js';

/** Whose panel a code would open. */
export type PanelOfCode =
  | { is: 'asked' }
  | { is: 'found'; printer: string; site: string }
  | { is: 'nobodys' }
  /** Core did not say; validating tells why. */
  | { is: 'untold' };

/** Asks which panel shows these six digits, so that it is named before it opens; undefined until there are six. */
export function usePanelOfCode(code: string): PanelOfCode | undefined {
  const [told, setTold] = useState<{ code: string; panel: PanelOfCode }>();
  const isWhole = code.length === 6;
  useEffect(() => {
    if (!isWhole) return undefined;
    const given = new AbortController();
    const tell = (panel: PanelOfCode) => {
      if (!given.signal.aborted) setTold({ code, panel });
    };
    post('/qr-panel', { code }, given.signal)
      .then((answer) => tell(answer.found ? { is: 'found', ...answer } : { is: 'nobodys' }))
      .catch((error: unknown) => {
        if (given.signal.aborted) return;
        console.warn('Nobody says which printer shows this code', error);
        tell({ is: 'untold' });
      });
    return () => given.abort();
  }, [code, isWhole]);
  if (!isWhole) return undefined;
  return told?.code === code ? told.panel : { is: 'asked' };
}

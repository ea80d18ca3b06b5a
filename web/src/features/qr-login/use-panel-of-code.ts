import { useEffect, useEffectEvent, useState } from 'react';
import { post } from '../../lib/http.js';
import { requireSession, signInNeeded } from '../../lib/session-guard.js';

/** The panel that a code would open. */
export type PanelOfCode =
  | { is: 'asked' }
  | { is: 'found'; printer: string; site: string }
  | { is: 'nobodys' }
  /** The request failed; it is repeated before a panel opens. */
  | { is: 'untold' };

/**
 * Asks core which panel shows these six digits, so that the page can name it. Undefined until there are six.
 * The last digit is an action of the user, so the session is checked first; `onEnded` is called when it is
 * not valid.
 * @returns `askAgain` repeats the request. @throws as `post`
 */
export function usePanelOfCode(
  code: string,
  onEnded: () => void,
): {
  panel: PanelOfCode | undefined;
  askAgain: () => Promise<void>;
} {
  const [told, setTold] = useState<{ code: string; panel: PanelOfCode }>();
  const isWhole = code.length === 6;
  const leave = useEffectEvent(onEnded);
  useEffect(() => {
    if (!isWhole) return undefined;
    const given = new AbortController();
    const tell = (panel: PanelOfCode) => {
      if (!given.signal.aborted) setTold({ code, panel });
    };
    requireSession()
      .then(() => panelOf(code, given.signal))
      .then(tell)
      .catch((error: unknown) => {
        if (given.signal.aborted) return;
        if (signInNeeded(error)) {
          leave();
          return;
        }
        console.warn('The printer of this code could not be fetched', error);
        tell({ is: 'untold' });
      });
    return () => given.abort();
  }, [code, isWhole]);
  const panel: PanelOfCode = told?.code === code ? told.panel : { is: 'asked' };
  return {
    panel: isWhole ? panel : undefined,
    askAgain: async () => {
      const again = { code, panel: await panelOf(code) };
      // Meanwhile the user may have typed another code, so an answer for an earlier code is ignored.
      setTold((before) => (before?.code === code ? again : before));
    },
  };
}

async function panelOf(code: string, signal?: AbortSignal): Promise<PanelOfCode> {
  const answer = await post('/qr-panel', { code }, signal);
  return answer.found ? { is: 'found', ...answer } : { is: 'nobodys' };
}

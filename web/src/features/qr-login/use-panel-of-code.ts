import { useEffect, useEffectEvent, useState } from 'react';
import { post } from '../../lib/http.js';
import { requireSession, signInNeeded } from '../../lib/session-guard.js';

/** The panel that a code would open. */
export type PanelOfCode =
  | { state: 'loading' }
  | { state: 'found'; printer: string; site: string }
  | { state: 'none' }
  /** The request failed; it is repeated before a panel opens. */
  | { state: 'failed' };

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
  const [answer, setAnswer] = useState<{ code: string; panel: PanelOfCode }>();
  const isWhole = code.length === 6;
  const onSessionEnded = useEffectEvent(onEnded);
  useEffect(() => {
    if (!isWhole) return undefined;
    const codeChange = new AbortController();
    const show = (panel: PanelOfCode) => {
      if (!codeChange.signal.aborted) setAnswer({ code, panel });
    };
    requireSession()
      .then(() => panelOf(code, codeChange.signal))
      .then(show)
      .catch((error: unknown) => {
        if (codeChange.signal.aborted) return;
        if (signInNeeded(error)) {
          onSessionEnded();
          return;
        }
        console.warn('The printer of this code could not be fetched', error);
        show({ state: 'failed' });
      });
    return () => codeChange.abort();
  }, [code, isWhole]);
  const panel: PanelOfCode = answer?.code === code ? answer.panel : { state: 'loading' };
  return {
    panel: isWhole ? panel : undefined,
    askAgain: async () => {
      const again = { code, panel: await panelOf(code) };
      // During the request the user may type another code, so an answer for an earlier code is ignored.
      setAnswer((before) => (before?.code === code ? again : before));
    },
  };
}

async function panelOf(code: string, signal?: AbortSignal): Promise<PanelOfCode> {
  const answer = await post('/qr-panel', { code }, signal);
  return answer.found ? { state: 'found', ...answer } : { state: 'none' };
}

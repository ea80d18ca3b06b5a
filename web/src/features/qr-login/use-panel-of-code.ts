import { useEffect, useEffectEvent, useState } from 'react';
import { post } from '../../lib/http.js';
import { requireSession, signInNeeded } from '../../lib/session-guard.js';

/** Whose panel a code would open. */
export type PanelOfCode =
  | { is: 'asked' }
  | { is: 'found'; printer: string; site: string }
  | { is: 'nobodys' }
  /** Core did not say: it is asked again before anything opens. */
  | { is: 'untold' };

/**
 * Asks which panel shows these six digits, so that it is named before it opens; undefined until there are six. Typing
 * the last digit is an act: the session is checked first, and `onEnded` is called where it is not valid. `askAgain`
 * throws what core's answer fails with.
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
        console.warn('Nobody says which printer shows this code', error);
        tell({ is: 'untold' });
      });
    return () => given.abort();
  }, [code, isWhole]);
  const panel: PanelOfCode = told?.code === code ? told.panel : { is: 'asked' };
  return {
    panel: isWhole ? panel : undefined,
    askAgain: async () => {
      const again = { code, panel: await panelOf(code) };
      // Another code may have been typed, and its panel named, before this answer came.
      setTold((before) => (before?.code === code ? again : before));
    },
  };
}

async function panelOf(code: string, signal?: AbortSignal): Promise<PanelOfCode> {
  const answer = await post('/qr-panel', { code }, signal);
  return answer.found ? { is: 'found', ...answer } : { is: 'nobodys' };
}

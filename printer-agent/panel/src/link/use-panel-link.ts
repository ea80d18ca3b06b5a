import type { PanelAction, PanelView } from '@sixpence/contracts/agent/panel';
import { useCallback, useEffect, useRef, useState } from 'react';
import { openPanelLink, type PanelLink } from './panel-link.js';

/** The agent's last view, the state of the connection, and a function that sends actions. */
export function usePanelLink(slug: string) {
  const [view, setView] = useState<PanelView>();
  const [connected, setConnected] = useState(false);
  const link = useRef<PanelLink>(undefined);

  useEffect(() => {
    const opened = openPanelLink(slug, { onView: setView, onConnected: setConnected });
    link.current = opened;
    return () => opened.close();
  }, [slug]);

  const send = useCallback((action: PanelAction) => link.current?.send(action), []);
  return { view, connected, send };
}

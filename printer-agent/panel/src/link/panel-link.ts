import { type PanelAction, panelClose, type PanelView, panelView } from '@sixpence/contracts/agent/panel';

const retryDelayMs = 1000;

/** Receives the events of a link. */
export interface PanelListener {
  onView: (view: PanelView) => void;
  onConnected: (connected: boolean) => void;
}

export interface PanelLink {
  /** Sends an action to the agent. Without a connection the action is dropped, and the screen shows that. */
  send: (action: PanelAction) => void;
  close: () => void;
}

/** The socket to this printer's agent. It retries every second until it is closed. */
export function openPanelLink(slug: string, listener: PanelListener): PanelLink {
  const address = new URL(`/panel/${slug}/socket`, window.location.href.replace(/^http/, 'ws'));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let socket = connect();

  function connect(): WebSocket {
    const current = new WebSocket(address);
    current.onopen = () => listener.onConnected(true);
    current.onmessage = ({ data }) => read(String(data));
    current.onclose = ({ code }) => {
      if (closed) return;
      // The page that loads instead says that staff must pair this screen.
      if (code === panelClose.unpaired) window.location.reload();
      listener.onConnected(false);
      timer = setTimeout(() => {
        socket = connect();
      }, retryDelayMs);
    };
    return current;
  }

  function read(frame: string) {
    const { success, data, error } = panelView.safeParse(JSON.parse(frame));
    if (success) listener.onView(data);
    else console.error('The agent sent a view that this panel does not know', error);
  }

  return {
    send: (action) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(action));
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      socket.close();
    },
  };
}

import { reconnectDelayMs } from './reconnect-delay.js';

export interface LiveListener {
  /** One parsed JSON frame, not validated. */
  onFrame: (frame: unknown) => void;
  /** The connection is open. `again`: it was open before, so news may have been missed. */
  onOpen: (again: boolean) => void;
  /** The connection was lost, or an attempt failed. The next attempt is already scheduled. */
  onLost: () => void;
}

/**
 * Keeps a WebSocket to `path` of this origin open. It reconnects with growing pauses, and at once when the
 * browser is online again.
 * @returns a function that closes it for good
 */
export function openLiveSocket(path: string, listener: LiveListener): () => void {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let opened = false;
  let closed = false;

  function connect() {
    clearTimeout(timer);
    const current = new WebSocket(new URL(path, window.location.href.replace(/^http/, 'ws')));
    socket = current;
    current.onopen = () => {
      tries = 0;
      listener.onOpen(opened);
      opened = true;
    };
    current.onmessage = ({ data }) => listener.onFrame(JSON.parse(String(data)));
    current.onclose = () => {
      if (closed || socket !== current) return;
      timer = setTimeout(connect, reconnectDelayMs(tries++, Math.random()));
      listener.onLost();
    };
  }

  function connectNow() {
    if (socket?.readyState === WebSocket.CLOSED) connect();
  }

  window.addEventListener('online', connectNow);
  connect();
  return () => {
    closed = true;
    clearTimeout(timer);
    window.removeEventListener('online', connectNow);
    socket?.close();
  };
}

import { reconnectDelayMs } from './reconnect-delay.js';

/** What a live socket tells its owner. */
export interface LiveListener {
  /** One JSON frame, not yet checked. */
  onFrame: (frame: unknown) => void;
  /** The connection stands; `again` when there was one before, so that news may have been missed. */
  onOpen: (again: boolean) => void;
  /** The connection went or never came; the next try is already planned. */
  onLost: () => void;
}

/**
 * Keeps a WebSocket to `path` of this origin open for as long as the page wants it: tries again with growing pauses,
 * and at once when the machine is back on the network.
 * @returns the way to close it for good
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

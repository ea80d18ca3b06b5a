import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { panelAction, panelClose } from '@sixpence/contracts/agent/panel';
import type { Logger } from 'pino';
import { WebSocket, WebSocketServer } from 'ws';
import type { Devices } from './devices.js';
import type { PanelAddress } from './panel-address.js';
import type { PanelEntry } from './panel-entry.js';
import type { Panel } from './panel.js';
import { isOwnHost, isOwnPage } from './visitors.js';

/** Large enough for PRINT with the most documents that a user can have. */
const frameLimitBytes = 8 * 1024;
const mostPages = 16;
const pingMs = 20_000;
const notOfTheContract = 1008;

/**
 * The sockets of panel pages, `/panel/<printer>/socket`. Every page of a printer gets each new view of its
 * panel.
 */
export class PanelSockets {
  private readonly server = new WebSocketServer({ noServer: true, maxPayload: frameLimitBytes });
  private readonly pages = new Map<Panel, Set<WebSocket>>();
  /** The headers and the printer of each page's socket. */
  private readonly pageRequests = new WeakMap<WebSocket, { headers: IncomingHttpHeaders; slug: string }>();

  constructor(
    private readonly entryOf: (slug: string) => PanelEntry | undefined,
    private readonly devices: Pick<Devices, 'isPaired'>,
    private readonly log: Logger,
  ) {}

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: PanelAddress): void {
    const slug = /^\/panel\/([^/?#]+)\/socket$/.exec(request.url ?? '')?.[1];
    if (!isOwnHost(request.headers, address) || !isOwnPage(request.headers, address)) {
      refuse(socket, '403 Forbidden');
      return;
    }
    const entry = slug === undefined ? undefined : this.entryOf(slug);
    if (!entry) {
      refuse(socket, '404 Not Found');
      return;
    }
    if (!this.devices.isPaired(request.headers, entry.printer)) {
      refuse(socket, '401 Unauthorized');
      return;
    }
    const { panel } = entry;
    if ((this.pages.get(panel)?.size ?? 0) >= mostPages) {
      refuse(socket, '503 Service Unavailable');
      return;
    }
    this.server.handleUpgrade(request, socket, head, (page) => {
      this.pageRequests.set(page, { headers: request.headers, slug: entry.printer.slug });
      this.serve(panel, page);
    });
  }

  /** Closes the sockets of devices that are no longer paired. */
  closeUnpairedPages(): void {
    for (const page of this.server.clients) {
      const pageRequest = this.pageRequests.get(page);
      const entry = pageRequest && this.entryOf(pageRequest.slug);
      if (pageRequest && entry && !this.devices.isPaired(pageRequest.headers, entry.printer))
        page.close(panelClose.unpaired);
    }
  }

  close(): void {
    for (const page of this.server.clients) page.close(1001);
    for (const page of this.server.clients) page.terminate();
    this.server.close();
  }

  private serve(panel: Panel, page: WebSocket): void {
    const pages = this.pages.get(panel) ?? new Set();
    this.pages.set(panel, pages.add(page));
    let lastFrame = '';
    const draw = (view: unknown) => {
      const frame = JSON.stringify(view);
      if (frame !== lastFrame) page.send(frame);
      lastFrame = frame;
    };
    let isAlive = true;
    const ping = setInterval(() => {
      if (!isAlive) page.terminate();
      isAlive = false;
      page.ping();
    }, pingMs);
    panel.on('view', draw);
    page.on('pong', () => (isAlive = true));
    page.on('message', (data: Buffer, isBinary) =>
      this.receiveAction(panel, page, isBinary ? '' : data.toString()),
    );
    page.on('error', (error) => this.log.debug({ err: error }, 'A panel page failed'));
    page.on('close', () => {
      clearInterval(ping);
      panel.off('view', draw);
      pages.delete(page);
    });
    draw(panel.view);
  }

  private receiveAction(panel: Panel, page: WebSocket, text: string): void {
    // Frames of a page that was told to close are ignored.
    if (page.readyState !== WebSocket.OPEN) return;
    const action = panelAction.safeParse(parsed(text));
    if (action.success) panel.act(action.data);
    else page.close(notOfTheContract);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Rejects an upgrade request. Node removes its own error listener at the upgrade, so without ours a peer that
 * resets the connection would end the agent.
 */
function refuse(socket: Duplex, status: string): void {
  const destroy = () => socket.destroy();
  socket.once('error', destroy);
  // Destroys the socket after the response, because a peer that does not close its side would keep the
  // connection open.
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, destroy);
}

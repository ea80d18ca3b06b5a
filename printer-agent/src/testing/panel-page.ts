import { once } from 'node:events';
import { panelView, type PanelAction, type PanelView } from '@sixpence/contracts/agent/panel';
import { WebSocket } from 'ws';
import { until } from './wait.js';

/** A panel page that renders nothing: it records views and sends actions. */
export class PanelPage {
  readonly views: PanelView[] = [];

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.views.push(panelView.parse(JSON.parse(data.toString()))));
  }

  static async open(port: number, slug: string, headers: Record<string, string> = {}): Promise<PanelPage> {
    const origin = `http://localhost:${port}`;
    const cookie = headers['cookie'] ?? (await PanelPage.pair(port, slug));
    const address = `ws://127.0.0.1:${port}/panel/${slug}/socket`;
    const socket = new WebSocket(address, {
      headers: { host: `localhost:${port}`, origin, cookie, ...headers },
    });
    const page = new PanelPage(socket);
    await once(socket, 'open');
    return page;
  }

  /**
   * Opens a pairing link.
   * @returns the device's new cookie; empty when the link is refused
   */
  static async pair(port: number, slug: string, code = 'link'): Promise<string> {
    const link = `http://localhost:${port}/panel/${slug}?pair=${code}`;
    const answer = await fetch(link, { redirect: 'manual' });
    return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  }

  /** Stops reading from the socket, even the close frame. */
  deafen(): void {
    this.socket.pause();
  }

  press(action: PanelAction | string): void {
    this.socket.send(typeof action === 'string' ? action : JSON.stringify(action));
  }

  /** Waits until the last view is of this screen and matches. @returns that view */
  async shows<S extends PanelView['screen']>(
    screen: S,
    matches: (view: Extract<PanelView, { screen: S }>) => boolean = () => true,
  ): Promise<Extract<PanelView, { screen: S }>> {
    const lastView = () => this.views.at(-1);
    const isExpected = (view: PanelView | undefined): view is Extract<PanelView, { screen: S }> =>
      view?.screen === screen && matches(view as Extract<PanelView, { screen: S }>);
    await until(() => isExpected(lastView()));
    return lastView() as Extract<PanelView, { screen: S }>;
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  close(): void {
    this.socket.terminate();
  }
}

import { panelView, type PanelAction, type PanelView } from '@sixpence/contracts/agent/panel';
import { WebSocket } from 'ws';
import { PATIENCE_MS } from '../eventually.js';

type Screen = PanelView['screen'];
type ViewOf<S extends Screen> = Extract<PanelView, { screen: S }>;

/** A user at a printer's touch screen, simulated by the messages that the panel's page sends and receives. */
export class Panel {
  private last: PanelView | undefined;
  private readonly listeners = new Set<() => void>();

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (bytes: Buffer) => {
      this.last = panelView.parse(JSON.parse(bytes.toString('utf8')));
      for (const listener of this.listeners) listener();
    });
  }

  /** @param link to the page; it pairs the browser that opens it */
  static async open(link: string): Promise<Panel> {
    const { origin, pathname } = new URL(link);
    const cookie = await pairedBy(link);
    const address = `${origin.replace(/^http/, 'ws')}${pathname}/socket`;
    const socket = new WebSocket(address, { origin, headers: { cookie } });
    const panel = new Panel(socket);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve).once('error', reject);
    });
    await panel.untilShows(() => true);
    return panel;
  }

  get view(): PanelView {
    if (!this.last) throw new Error('The panel has not drawn anything yet');
    return this.last;
  }

  send(action: PanelAction): void {
    this.socket.send(JSON.stringify(action));
  }

  /** Presses the pink button, types the code, and presses LOGIN. */
  async logIn(code: string): Promise<ViewOf<'documents'>> {
    await this.screen('attract', (view) => view.printer.online);
    this.send({ action: 'begin' });
    await this.screen('keypad');
    this.send({ action: 'login', code });
    return this.screen('documents');
  }

  /**
   * Presses PRINT.
   * @returns the screen that lists what was printed
   */
  async print(documentIds: string[], timeoutMs?: number): Promise<ViewOf<'done'>> {
    this.send({ action: 'print', documentIds });
    return this.screen('done', () => true, timeoutMs);
  }

  /** Waits until the panel shows this screen, in a state that fits the condition. */
  async screen<S extends Screen>(
    name: S,
    condition: (view: ViewOf<S>) => boolean = () => true,
    timeoutMs = PATIENCE_MS,
  ): Promise<ViewOf<S>> {
    await this.untilShows((view) => view.screen === name && condition(view as ViewOf<S>), timeoutMs);
    return this.view as ViewOf<S>;
  }

  close(): void {
    this.socket.terminate();
  }

  /** Waits until the panel shows any screen that fits the condition. */
  untilShows(condition: (view: PanelView) => boolean, timeoutMs = PATIENCE_MS): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (!this.last || !condition(this.last)) return;
        clearTimeout(timer);
        this.listeners.delete(check);
        resolve();
      };
      const timer = setTimeout(() => {
        this.listeners.delete(check);
        reject(new Error(`The panel still shows ${JSON.stringify(this.last)}`));
      }, timeoutMs);
      this.listeners.add(check);
      check();
    });
  }
}

/**
 * The pairing cookie that each link gave, for the next `open` of that link. It stays valid when processes are
 * killed and restarted.
 */
const cookies = new Map<string, string>();

async function pairedBy(link: string): Promise<string> {
  const known = cookies.get(link);
  if (known !== undefined) return known;
  const answer = await fetch(link, { redirect: 'manual' });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`No browser is paired by ${link}: ${answer.status}`);
  cookies.set(link, cookie);
  return cookie;
}

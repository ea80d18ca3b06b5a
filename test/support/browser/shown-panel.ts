import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { PanelAction, PanelView } from '@sixpence/contracts/agent/panel';
import type { Devices } from '@sixpence/agent/panel/devices';
import type { Panel } from '@sixpence/agent/panel/panel';
import type { PanelEntry } from '@sixpence/agent/panel/panel-entry';
import { PanelServer } from '@sixpence/agent/panel/panel-server';
import { checkout } from '@sixpence/sandbox/checkout';
import { pino } from 'pino';
import sharp from 'sharp';

const slug = 'shown';
/** A sheet with a heading. */
const aPage = sharp({ create: { width: 150, height: 212, channels: 3, background: '#fff' } }).composite([
  { input: { create: { width: 90, height: 12, channels: 3, background: '#334' } }, left: 20, top: 24 },
]);

/** The built panel as the box serves it, with the screens of the test. */
export class ShownPanel implements AsyncDisposable {
  private constructor(
    private readonly server: PanelServer,
    private readonly panel: EventEmitter & { view: PanelView },
    /** The actions that pages have sent. */
    readonly actions: readonly PanelAction[],
  ) {}

  static async start(first: PanelView): Promise<ShownPanel> {
    const actions: PanelAction[] = [];
    const picture = await aPage.jpeg().toBuffer();
    const panel = Object.assign(new EventEmitter(), {
      view: first,
      act: (action: PanelAction) => void actions.push(action),
      picture: () => picture,
    });
    const entry = {
      printer: { id: slug, slug, name: first.printer.name },
      panel: panel as unknown as Panel,
    } as PanelEntry;
    const parts = {
      panelEntries: { all: () => [entry], bySlug: () => entry },
      devices: { isPaired: () => true, renewedCookie: () => 'paired=yes' } as unknown as Devices,
      site: () => 'Demo library',
      isOnline: () => true,
      panelDir: join(checkout, 'printer-agent/panel/dist'),
      log: pino({ level: 'silent' }),
    };
    const names = new Set(['localhost', '127.0.0.1']);
    const server = new PanelServer(parts, { host: '127.0.0.1', port: 0, names });
    await server.listen();
    return new ShownPanel(server, panel, actions);
  }

  get url(): string {
    return `http://localhost:${this.server.port}/panel/${slug}`;
  }

  show(view: PanelView): void {
    this.panel.view = view;
    this.panel.emit('view', view);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
  }
}

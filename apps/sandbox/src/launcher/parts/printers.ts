import { MessageBus } from '../../printers/message-bus.js';
import { VirtualPrinter } from '../../printers/virtual-printer.js';
import { findTool } from '../../tools.js';
import { note } from '../../progress.js';
import type { Part, PartContext, Variables } from './part.js';

const names = { hall: 'Hall', library: 'Library' } as const;
type Slug = keyof typeof names;

/** The virtual printers. Provides their addresses by slug; none when the required programs are missing. */
export const printers: Part<Variables> = {
  name: 'printers',
  ports: ['hall', 'library'],
  data: ['printers'],
  needs: [],
  async start(context): Promise<Variables> {
    const missing = (['ippeveprinter', 'dbus-daemon'] as const).filter(
      (tool) => findTool(tool) === undefined,
    );
    if (missing.length > 0) {
      note(
        `The virtual printers are not started: ${missing.join(' and ')} could not be installed (see above).`,
      );
      return {};
    }
    let bus: MessageBus | undefined;
    await context.keepRunning('message bus of the printers', async () => {
      bus = await MessageBus.start(context.logFile('message-bus'));
      return bus.child;
    });
    const currentBus = () => {
      if (bus === undefined) throw new Error('The message bus is not running.');
      return bus;
    };
    const [hall, library] = await Promise.all([
      startPrinter('hall', context, currentBus),
      startPrinter('library', context, currentBus),
    ]);
    return { hall, library };
  },
  welcome: (context) => [['Printed', context.path('printers')]],
};

/** A restarted bus has a new address, so a printer asks for the bus at each of its own starts. */
async function startPrinter(slug: Slug, context: PartContext, bus: () => MessageBus): Promise<string> {
  const port = context.settings.ports[slug];
  let uri = '';
  await context.keepRunning(`printer ${slug} on ipp://localhost:${port}/ipp/print`, async () => {
    const printer = await VirtualPrinter.start({
      name: names[slug],
      port,
      folder: context.path('printers', slug),
      bus: bus(),
      logFile: context.logFile(`printer-${slug}`),
    });
    uri = printer.uri;
    return printer.child;
  });
  return uri;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageBus } from '@sixpence/sandbox/printers/message-bus';
import { VirtualPrinter, type VirtualPrinterOptions } from '@sixpence/sandbox/printers/virtual-printer';
import { freePort } from '../free-port.js';

/** Virtual printers for one test file, on free ports, with their own message bus and folder. */
export class TestPrinters {
  private readonly started: VirtualPrinter[] = [];

  private constructor(
    private readonly folder: string,
    private readonly bus: MessageBus,
  ) {}

  static async start(): Promise<TestPrinters> {
    const folder = mkdtempSync(join(tmpdir(), 'sixpence-printers-'));
    return new TestPrinters(folder, await MessageBus.start(join(folder, 'bus.log')));
  }

  /** Adds a printer that prints without delay, so that only tests about slowness wait for it. */
  async add(
    name: string,
    abilities: Pick<VirtualPrinterOptions, 'color' | 'twoSided' | 'engine'> = {},
  ): Promise<VirtualPrinter> {
    const printer = await VirtualPrinter.start({
      ...abilities,
      name,
      port: await freePort(),
      folder: join(this.folder, name),
      logFile: join(this.folder, `${name}.log`),
      bus: this.bus,
    });
    printer.control({ pagesPerSecond: 0 });
    this.started.push(printer);
    return printer;
  }

  async stop(): Promise<void> {
    await Promise.all(this.started.map((printer) => printer.kill()));
    await this.bus.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

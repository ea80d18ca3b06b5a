import type { AgentPrinter } from '@sixpence/contracts/agent/gateway';
import { Station, type StationParts } from './station.js';

/** The printers of this box, each with its queue and its panel. */
export class Stations {
  private readonly stations = new Map<string, Station>();

  constructor(private readonly parts: StationParts) {}

  all(): Station[] {
    return [...this.stations.values()];
  }

  byId(printerId: string): Station | undefined {
    return this.stations.get(printerId);
  }

  bySlug(slug: string): Station | undefined {
    return this.all().find(({ printer }) => printer.slug === slug);
  }

  /**
   * Applies core's list of printers. A removed printer with open jobs stays until the first update after they
   * have ended.
   */
  async update(printers: readonly AgentPrinter[]): Promise<void> {
    for (const station of this.all()) {
      const { id } = station.printer;
      if (printers.some((printer) => printer.id === id) || station.queue.isBusy) continue;
      this.stations.delete(id);
      await station.close();
    }
    for (const printer of printers) {
      const known = this.stations.get(printer.id);
      if (known) await known.change(printer);
      else this.addPrinter(printer);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.all().map((station) => station.close()));
  }

  private addPrinter(printer: AgentPrinter): void {
    const station = new Station(printer, this.parts);
    this.stations.set(printer.id, station);
    station.panel.restore();
    station.queue.wake();
  }
}

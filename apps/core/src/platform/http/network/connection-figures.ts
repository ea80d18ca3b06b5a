import type { OpenConnections } from '@sixpence/config/connections';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Shows the figures of `boundConnections` among the others of the process. */
export function showConnections(figures: OpenConnections, metrics: Registry): void {
  new Gauge({
    name: 'sixpence_connections',
    help: 'Connections of browsers and boxes that are open',
    registers: [metrics],
    collect() {
      this.set(figures.open);
    },
  });
  new Counter({
    name: 'sixpence_connections_refused_total',
    help: 'Connections that were closed as they opened, because all of a network, or of the service, were taken',
    registers: [metrics],
    collect() {
      this.reset();
      this.inc(figures.refused);
    },
  });
}

import type { OpenConnections } from '@sixpence/config/connections';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Exports the counts of `boundConnections` as metrics. */
export function exportConnectionMetrics(connections: OpenConnections, metrics: Registry): void {
  new Gauge({
    name: 'sixpence_connections',
    help: 'Open connections of browsers and boxes',
    registers: [metrics],
    collect() {
      this.set(connections.open);
    },
  });
  new Counter({
    name: 'sixpence_connections_refused_total',
    help: 'Connections that were closed at once, because their network or the service had too many',
    registers: [metrics],
    collect() {
      this.reset();
      this.inc(connections.refused);
    },
  });
}

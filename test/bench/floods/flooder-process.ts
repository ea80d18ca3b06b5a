import { inspect } from 'node:util';
import type { Flood } from '../../support/peers/floods.js';
import { floods, type FloodSizes, type Target } from './flooder.js';

/**
 * An order to the flooder. The flooder has its own process, so that sending the flood does not slow the
 * probes of the bench.
 */
export type Order = { flood: string; target: Target; from: string; floodSizes: FloodSizes } | 'stop';

/**
 * The answer to an order: the flood has begun, or has ended after this many acts, or the order has failed.
 */
export type FlooderAnswer = { begun: string } | { times: number } | { failed: string };

let running: Flood | undefined;
process.on('message', (order: Order) => {
  executeOrder(order).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ failed: inspect(error) }),
  );
});
process.once('disconnect', () => process.exit(0));

async function executeOrder(order: Order): Promise<FlooderAnswer> {
  if (order === 'stop') {
    return { times: (await running?.stop()) ?? 0 };
  }
  running = await floods[order.flood]!(order.target, order.from, order.floodSizes);
  return { begun: order.flood };
}

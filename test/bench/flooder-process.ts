import type { Flood } from '../support/peers/floods.js';
import { floods, type FloodSizes, type Target } from './flooder.js';

/**
 * An order to the flooder. The flooder is a process of its own, so that the bench measures its probes without
 * the work of sending the flood.
 */
export type Order = { flood: string; target: Target; from: string; floodSizes: FloodSizes } | 'stop';

/**
 * The answer to an order: the flood has begun, or has ended after this many acts, or the order has failed.
 */
export type FlooderAnswer = { begun: string } | { times: number } | { failed: string };

let running: Flood | undefined;
process.on('message', (order: Order) => {
  carryOut(order).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));

async function carryOut(order: Order): Promise<FlooderAnswer> {
  if (order === 'stop') {
    return { times: (await running?.stop()) ?? 0 };
  }
  running = await floods[order.flood]!(order.target, order.from, order.floodSizes);
  return { begun: order.flood };
}

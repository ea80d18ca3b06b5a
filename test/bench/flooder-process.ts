import type { Flood } from '../support/peers/floods.js';
import { floods, type Large, type Target } from './flooder.js';

/**
 * An order to the flooder. It is its own process, so that the sender's cost of a flood is not measured with
 * the probes.
 */
export type Order = { flood: string; target: Target; from: string; large: Large } | 'stop';

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
  running = await floods[order.flood]!(order.target, order.from, order.large);
  return { begun: order.flood };
}

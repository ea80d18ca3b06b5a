import { AckPolicy, DeliverPolicy, type JetStreamManager } from '@nats-io/jetstream';
import type { Subject } from '@sixpence/contracts/events/events';
import { streamName } from './stream.js';

/**
 * Consumers by which core hands out work: core makes them, and whoever works only takes from them. A process that could
 * make consumers could have the server send it, or others, facts that are none of its business.
 */
export const work = { 'converter-convert-revision': 'print.conversion.due' } as const satisfies Record<
  string,
  Subject
>;

export function isWork(durable: string): durable is keyof typeof work {
  return Object.hasOwn(work, durable);
}

/** So many tries a message gets. It comes once more when a try ended its process or was lost, and is then given up. */
export const maxTries = 3;

/** The server gives a message to another process after this silence; a handler that runs longer says that it works. */
export const ackWaitSeconds = 10;

export const nanosPerSecond = 1_000_000_000;

/** Makes a durable consumer, or leaves it as it is. */
export async function makeConsumer(
  manager: JetStreamManager,
  { durable, subject }: { durable: string; subject: Subject },
): Promise<void> {
  await manager.consumers.add(streamName, {
    durable_name: durable,
    filter_subject: subject,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: ackWaitSeconds * nanosPerSecond,
    max_deliver: maxTries + 5,
  });
}

export async function makeWork(manager: JetStreamManager): Promise<void> {
  for (const [durable, subject] of Object.entries(work)) await makeConsumer(manager, { durable, subject });
}

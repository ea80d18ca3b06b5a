import { AckPolicy, DeliverPolicy, type JetStreamManager } from '@nats-io/jetstream';
import type { Subject } from '@sixpence/contracts/events/events';
import { streamName } from './stream.js';

/**
 * Consumers by which core hands out work. Core creates them, and other processes only fetch from them. A
 * process that may create consumers could make the server send it facts that it must not see.
 */
export const work = { 'converter-convert-revision': 'print.conversion.due' } as const satisfies Record<
  string,
  Subject
>;

export function isWork(durable: string): durable is keyof typeof work {
  return Object.hasOwn(work, durable);
}

/**
 * The number of tries of a message. If the last try is lost or ends its process, the message is delivered
 * again, and given up without another try.
 */
export const maxTries = 3;

/**
 * The server redelivers a message to another process after this silence; a longer handler sends heartbeats.
 */
export const ackWaitSeconds = 10;

export const nanosPerSecond = 1_000_000_000;

/** Creates a durable consumer; an existing one stays unchanged. */
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

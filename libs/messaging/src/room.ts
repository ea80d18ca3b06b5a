import type { ConsumerInfo, JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { streamName } from './stream.js';

/** Messages are purged when this part of the stream's size is used. */
const nearlyFull = 0.75;

/**
 * Purges messages that all consumers have finished from a stream that is nearly full. Core's outbox keeps its
 * own facts for the rest of their week. Without the purge, facts that no consumer waits for, such as a user's
 * countless codes, would block the work of converters.
 * @param readers the durable consumers that must exist. If one is missing, nothing is purged, because it
 * still has to read everything
 */
export async function makeRoom(
  manager: JetStreamManager,
  { state, config }: StreamInfo,
  readers: Iterable<string>,
): Promise<void> {
  if (config.max_bytes <= 0 || state.bytes < nearlyFull * config.max_bytes) return;
  const missing = new Set(readers);
  let done = state.last_seq;
  for await (const consumer of manager.consumers.list(streamName)) {
    missing.delete(consumer.name);
    done = Math.min(done, doneBy(consumer, state.last_seq));
  }
  if (missing.size === 0 && done >= state.first_seq)
    await manager.streams.purge(streamName, { seq: done + 1 });
}

/** The sequence of the last message that a consumer has finished; its filter skips other messages. */
function doneBy({ num_pending, num_ack_pending, delivered, ack_floor }: ConsumerInfo, last: number): number {
  if (num_ack_pending > 0) return ack_floor.stream_seq;
  return num_pending > 0 ? delivered.stream_seq : last;
}

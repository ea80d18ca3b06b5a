import type { ConsumerInfo, JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { streamName } from './stream.js';

/** From so full on room is made. */
const nearlyFull = 0.75;

/**
 * Takes out of a stream that is nearly full what all consumers are done with; core's own facts lie in the outbox for the rest
 * of their week. Otherwise facts that nobody waits for, such as somebody's countless codes, would keep out the work of
 * converters.
 * @param readers durable consumers that there have to be: while one is still to be made, everything is still to be read
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

/** The last message up to which a consumer needs none any more; its filter passes over those of others. */
function doneBy({ num_pending, num_ack_pending, delivered, ack_floor }: ConsumerInfo, last: number): number {
  if (num_ack_pending > 0) return ack_floor.stream_seq;
  return num_pending > 0 ? delivered.stream_seq : last;
}

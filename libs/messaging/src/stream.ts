import {
  DiscardPolicy,
  JetStreamApiError,
  JetStreamApiCodes,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamInfo,
} from '@nats-io/jetstream';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';

export const streamName = 'SIXPENCE';

const nanosPerSecond = 1_000_000_000;

/** Room for a week of facts, millions of them. */
const maxBytes = 1024 ** 3;
/** Twice the longest fact, a conversion's 500 pages. */
const maxFactBytes = 128 * 1024;

/**
 * Creates the stream if it is missing.
 * @returns the stream's info; its creation time identifies the stream
 */
export async function makeStream(manager: JetStreamManager): Promise<StreamInfo> {
  try {
    return await manager.streams.info(streamName);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return manager.streams.add({
    name: streamName,
    subjects: ['print.>'],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    max_age: lifeSeconds.fact * nanosPerSecond,
    duplicate_window: 120 * nanosPerSecond,
    max_bytes: maxBytes,
    max_msg_size: maxFactBytes,
    // A full stream refuses new messages, which wait in the outbox. Old ones may be unread.
    discard: DiscardPolicy.New,
  });
}

export function isMissing(error: unknown): boolean {
  return (
    error instanceof JetStreamApiError &&
    (error.code === JetStreamApiCodes.StreamNotFound || error.code === JetStreamApiCodes.ConsumerNotFound)
  );
}

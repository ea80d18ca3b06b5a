import {
  JetStreamApiError,
  JetStreamApiCodes,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';

export const streamName = 'SIXPENCE';

const nanosPerSecond = 1_000_000_000;

/** Makes the stream if it is missing. @returns the moment it was made, which no other stream shares */
export async function makeStream(manager: JetStreamManager): Promise<string> {
  try {
    return (await manager.streams.info(streamName)).created;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const { created } = await manager.streams.add({
    name: streamName,
    subjects: ['print.>'],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    max_age: lifeSeconds.fact * nanosPerSecond,
    duplicate_window: 120 * nanosPerSecond,
  });
  return created;
}

export function isMissing(error: unknown): boolean {
  return (
    error instanceof JetStreamApiError &&
    (error.code === JetStreamApiCodes.StreamNotFound || error.code === JetStreamApiCodes.ConsumerNotFound)
  );
}

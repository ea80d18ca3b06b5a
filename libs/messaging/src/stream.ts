import {
  JetStreamApiError,
  JetStreamApiCodes,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
} from '@nats-io/jetstream';

export const streamName = 'SIXPENCE';

const nanosPerSecond = 1_000_000_000;

/** Facts stay a week: longer than any document lives, so a consumer that was away finds all it missed. */
const keepSeconds = 7 * 24 * 60 * 60;

/** @returns true when the stream was missing and was made */
export async function makeStream(manager: JetStreamManager): Promise<boolean> {
  try {
    await manager.streams.info(streamName);
    return false;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await manager.streams.add({
    name: streamName,
    subjects: ['print.>'],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    max_age: keepSeconds * nanosPerSecond,
    duplicate_window: 120 * nanosPerSecond,
  });
  return true;
}

export function isMissing(error: unknown): boolean {
  return (
    error instanceof JetStreamApiError &&
    (error.code === JetStreamApiCodes.StreamNotFound || error.code === JetStreamApiCodes.ConsumerNotFound)
  );
}

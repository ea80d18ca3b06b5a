import { DiskStore } from '@sixpence/storage/disk-store';
import type { ObjectStore } from '@sixpence/storage/object-store';
import type { CoreConfig } from '../../platform/process/config.js';

/** The injection token of the `ObjectStore`; the configuration chooses the medium. */
export const OBJECT_STORE = Symbol('OBJECT_STORE');

export async function makeObjectStore(config: CoreConfig): Promise<ObjectStore> {
  if (config.S3_BUCKET === undefined) return new DiskStore(config.STORAGE_DIR);
  // Imported only when needed: the S3 client is a tenth of all code that core loads when it starts.
  const { S3Store } = await import('@sixpence/storage/s3-store');
  return new S3Store({
    name: config.S3_BUCKET,
    region: config.S3_REGION,
    endpoint: config.S3_ENDPOINT,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  });
}

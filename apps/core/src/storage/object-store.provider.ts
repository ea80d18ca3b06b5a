import { DiskStore } from '@sixpence/storage/disk-store';
import type { ObjectStore } from '@sixpence/storage/object-store';
import { S3Store } from '@sixpence/storage/s3-store';
import type { CoreConfig } from '../process/config.js';

/** The injection token of the one `ObjectStore`: the medium is a matter of configuration. */
export const OBJECT_STORE = Symbol('OBJECT_STORE');

export function makeObjectStore(config: CoreConfig): ObjectStore {
  if (config.S3_BUCKET === undefined) return new DiskStore(config.STORAGE_DIR);
  return new S3Store({
    name: config.S3_BUCKET,
    region: config.S3_REGION,
    endpoint: config.S3_ENDPOINT,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  });
}

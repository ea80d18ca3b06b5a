import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3';
import { segmentsOf } from './object-name.js';
import type { ByteRange, ObjectStore, StagedObject, StoredObject } from './object-store.js';
import { isMissing, storeAnswer, troubleOf } from './s3-trouble.js';
import { stageInBucket } from './s3-upload.js';

export interface Bucket {
  name: string;
  region: string;
  /** The address of a store other than Amazon's; the bucket's name then goes into the path. */
  endpoint?: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
}

const limits = { connectionMs: 3_000, idleMs: 20_000, tries: 3 };

/**
 * Objects in a bucket of any store that speaks Amazon's S3. A staged object is an upload that is not
 * completed, and so is not visible. The bucket should keep no old versions; if it does, they are unreadable
 * without keys.
 * @throws StoreAway, StoreFull from every method
 */
export class S3Store implements ObjectStore {
  private readonly client: S3Client;

  constructor(private readonly bucket: Bucket) {
    const { region, endpoint, accessKeyId, secretAccessKey } = bucket;
    this.client = new S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      // Checksums beyond the signed SHA-256 of each body are Amazon's own; other stores may lack them.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: limits.tries,
      requestHandler: { connectionTimeout: limits.connectionMs, socketTimeout: limits.idleMs },
    });
  }

  async check(): Promise<void> {
    await storeAnswer(this.client.send(new HeadBucketCommand({ Bucket: this.bucket.name })));
  }

  async stage(name: string, source: AsyncIterable<Uint8Array>): Promise<StagedObject> {
    segmentsOf(name);
    return stageInBucket(this.client, { Bucket: this.bucket.name, Key: name }, source);
  }

  async find(name: string): Promise<StoredObject | undefined> {
    segmentsOf(name);
    const target = { Bucket: this.bucket.name, Key: name };
    try {
      const { ContentLength } = await this.client.send(new HeadObjectCommand(target));
      return { byteLength: ContentLength ?? 0, read: (range) => this.read(name, range) };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw troubleOf(error);
    }
  }

  async deleteUnder(path: string): Promise<void> {
    segmentsOf(path);
    const pages = paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket.name, Prefix: path });
    for await (const page of storePages(pages)) {
      const keys = (page.Contents ?? []).flatMap(({ Key }) => Key ?? []);
      const below = keys.filter((key) => key === path || key.startsWith(`${path}/`));
      await this.deleteAll(below);
    }
  }

  /**
   * Some stores list no uploads, or only those of one name. Such a bucket needs a lifecycle rule that aborts
   * old uploads.
   */
  async deleteStagedOlderThan(ageMs: number): Promise<void> {
    const target = { Bucket: this.bucket.name };
    let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
    while (marker) {
      const page: ListMultipartUploadsCommandOutput = await storeAnswer(
        this.client.send(new ListMultipartUploadsCommand({ ...target, ...marker })),
      );
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Date.now() - (Initiated?.getTime() ?? Date.now()) <= ageMs) continue;
        await storeAnswer(this.client.send(new AbortMultipartUploadCommand({ ...target, Key, UploadId })));
      }
      marker = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined;
    }
  }

  close(): void {
    this.client.destroy();
  }

  private async *read(name: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    const Range = `bytes=${start}-${end - 1}`;
    const { Body } = await storeAnswer(
      this.client.send(new GetObjectCommand({ Bucket: this.bucket.name, Key: name, Range })),
    );
    if (!Body) throw new Error('The store answered without a body');
    try {
      yield* Body as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw troubleOf(error);
    }
  }

  private async deleteAll(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const Objects = keys.map((Key) => ({ Key }));
    const { Errors } = await storeAnswer(
      this.client.send(
        new DeleteObjectsCommand({ Bucket: this.bucket.name, Delete: { Objects, Quiet: true } }),
      ),
    );
    const [first] = Errors ?? [];
    if (first) throw new Error(`The store did not delete an object: ${first.Code ?? 'no reason given'}`);
  }
}

async function* storePages<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* pages;
  } catch (error) {
    throw troubleOf(error);
  }
}

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ObjectStoreServer } from '@sixpence/sandbox/object-store/server';
import { freePort } from '../free-port.js';

/** A bucket of its own, with core's variables for it. */
export class TestBucket implements AsyncDisposable {
  private constructor(
    readonly server: ObjectStoreServer,
    readonly environment: Readonly<Record<string, string>>,
    readonly folder: string,
  ) {}

  static async start({ pageSize }: { pageSize?: number } = {}): Promise<TestBucket> {
    const folder = await mkdtemp(join(tmpdir(), 'sixpence-bucket-'));
    const port = await freePort();
    const [accessKeyId, secretAccessKey] = ['sixpence-test', randomBytes(20).toString('base64url')];
    const server = await ObjectStoreServer.start({
      bucket: 'documents',
      region: 'eu-west-2',
      accessKeyId,
      secretAccessKey,
      folder,
      port,
      ...(pageSize !== undefined && { pageSize }),
    });
    const environment = {
      S3_BUCKET: 'documents',
      S3_ENDPOINT: server.url,
      S3_REGION: 'eu-west-2',
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    return new TestBucket(server, environment, folder);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

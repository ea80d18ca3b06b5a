import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { StagedObject } from './object-store.js';
import { isMissing, storeAnswer, troubleOf } from './s3-trouble.js';

/** The smallest part that S3 accepts, except for the last one. One upload holds this much in memory. */
const partBytes = 5 * 1024 * 1024;

/**
 * An object up to this size waits in memory and is sent in one request. Most letters and their images are
 * smaller.
 */
const smallBytes = 512 * 1024;

interface UploadTarget {
  Bucket: string;
  Key: string;
}

/** Sends an object in parts while it arrives. The store shows it when the upload is completed. */
export async function stageInBucket(
  client: S3Client,
  target: UploadTarget,
  source: AsyncIterable<Uint8Array>,
): Promise<StagedObject> {
  const upload = new PartedUpload(client, target);
  try {
    let part = new Part();
    for await (const piece of source) {
      part.addPiece(piece);
      if (part.byteLength < partBytes) continue;
      await upload.sendPart(part.takePart());
      part = new Part();
    }
    const lastPart = part.takePart();
    if (!upload.isBegun && lastPart.length <= smallBytes) return stageSmall(client, target, lastPart);
    if (lastPart.length > 0) await upload.sendPart(lastPart);
  } catch (error) {
    await upload.abort();
    throw error;
  }
  return upload;
}

function stageSmall(client: S3Client, target: UploadTarget, Body: Buffer): StagedObject {
  return {
    commit: async () => {
      await storeAnswer(client.send(new PutObjectCommand({ ...target, Body })));
    },
    discard: () => Promise.resolve(),
  };
}

class PartedUpload implements StagedObject {
  private readonly parts: CompletedPart[] = [];
  private id: string | undefined;

  constructor(
    private readonly client: S3Client,
    private readonly target: UploadTarget,
  ) {}

  get isBegun(): boolean {
    return this.id !== undefined;
  }

  async sendPart(Body: Buffer): Promise<void> {
    this.id ??= (await storeAnswer(this.client.send(new CreateMultipartUploadCommand(this.target)))).UploadId;
    const PartNumber = this.parts.length + 1;
    const part = { ...this.target, UploadId: this.id, PartNumber, Body };
    const { ETag } = await storeAnswer(this.client.send(new UploadPartCommand(part)));
    this.parts.push({ PartNumber, ETag });
  }

  async commit(): Promise<void> {
    const MultipartUpload = { Parts: this.parts };
    const upload = { ...this.target, UploadId: this.id, MultipartUpload };
    await storeAnswer(this.client.send(new CompleteMultipartUploadCommand(upload)));
  }

  async discard(): Promise<void> {
    try {
      await this.client.send(new AbortMultipartUploadCommand({ ...this.target, UploadId: this.id }));
    } catch (error) {
      if (!isMissing(error)) throw troubleOf(error);
    }
  }

  /**
   * Errors are ignored here, because the store may be the cause: `deleteStagedOlderThan` removes the upload
   * later.
   */
  async abort(): Promise<void> {
    if (this.isBegun) await this.discard().catch(() => undefined);
  }
}

/** Collects pieces until they fill a part. */
class Part {
  private readonly pieces: Uint8Array[] = [];
  byteLength = 0;

  addPiece(piece: Uint8Array): void {
    this.pieces.push(piece);
    this.byteLength += piece.length;
  }

  takePart(): Buffer {
    return Buffer.concat(this.pieces, this.byteLength);
  }
}

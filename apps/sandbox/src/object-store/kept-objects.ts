import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PartNote {
  readonly number: number;
  readonly etag: string;
}

export interface OpenUpload {
  readonly id: string;
  readonly key: string;
  readonly initiated: string;
}

const smallestPartBytes = 5 * 1024 * 1024;

/** The objects of one bucket and the incomplete uploads, as files below a folder. */
export class KeptObjects {
  private readonly objects: string;
  private readonly uploads: string;

  constructor(folder: string) {
    this.objects = join(folder, 'objects');
    this.uploads = join(folder, 'uploads');
    for (const made of [this.objects, this.uploads]) mkdirSync(made, { recursive: true });
  }

  get(key: string): Buffer | undefined {
    const path = this.pathOf(key);
    return existsSync(path) ? readFileSync(path) : undefined;
  }

  put(key: string, bytes: Buffer): string {
    const draft = join(this.uploads, `${randomUUID()}.draft`);
    writeFileSync(draft, bytes);
    renameSync(draft, this.pathOf(key));
    return etagOf(bytes);
  }

  delete(key: string): void {
    rmSync(this.pathOf(key), { force: true });
  }

  /** Sorted as in S3: by UTF-8 bytes. */
  keys(prefix: string): string[] {
    const keys = readdirSync(this.objects).map((name) => decodeURIComponent(name));
    return keys
      .filter((key) => key.startsWith(prefix))
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  }

  beginUpload(key: string): string {
    const id = randomUUID();
    mkdirSync(this.folderOf(id));
    const upload: OpenUpload = { id, key, initiated: new Date().toISOString() };
    writeFileSync(join(this.folderOf(id), 'upload.json'), JSON.stringify(upload));
    return id;
  }

  putPart(id: string, number: number, bytes: Buffer): string {
    writeFileSync(join(this.folderOf(id), `part-${number}`), bytes);
    return etagOf(bytes);
  }

  /** @returns the ETag, or the error code of S3 */
  complete(id: string, key: string, wanted: readonly PartNote[]): { etag: string } | { problem: string } {
    const parts = wanted.map(({ number }) => this.part(id, number));
    const isInOrder = wanted.every(
      ({ number }, index) => index === 0 || number > (wanted[index - 1]?.number ?? 0),
    );
    if (!isInOrder) return { problem: 'InvalidPartOrder' };
    if (wanted.length === 0 || parts.some((part, index) => !part || etagOf(part) !== wanted[index]?.etag)) {
      return { problem: 'InvalidPart' };
    }
    const bytes = parts.filter((part) => part !== undefined);
    if (bytes.slice(0, -1).some((part) => part.length < smallestPartBytes))
      return { problem: 'EntityTooSmall' };
    this.put(key, Buffer.concat(bytes));
    this.abort(id);
    const digests = bytes.map((part) => createHash('md5').update(part).digest());
    return { etag: `"${createHash('md5').update(Buffer.concat(digests)).digest('hex')}-${bytes.length}"` };
  }

  abort(id: string): void {
    rmSync(this.folderOf(id), { recursive: true, force: true });
  }

  openUpload(id: string): OpenUpload | undefined {
    const note = join(this.folderOf(id), 'upload.json');
    return existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as OpenUpload) : undefined;
  }

  openUploads(): OpenUpload[] {
    return readdirSync(this.uploads).flatMap((id) => this.openUpload(id) ?? []);
  }

  private part(id: string, number: number): Buffer | undefined {
    const path = join(this.folderOf(id), `part-${number}`);
    return existsSync(path) ? readFileSync(path) : undefined;
  }

  private pathOf(key: string): string {
    return join(this.objects, encodeURIComponent(key));
  }

  private folderOf(id: string): string {
    return join(this.uploads, encodeURIComponent(id));
  }
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

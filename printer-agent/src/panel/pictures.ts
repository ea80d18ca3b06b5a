import { randomUUID } from 'node:crypto';
import type { ListedDocument } from '@sixpence/contracts/agent/gateway';
import type { Logger } from 'pino';

const limits = {
  /** The most documents that one user can have. */
  pictures: 100,
  pictureBytes: 512 * 1024,
  fetchMs: 5_000,
  atOnce: 3,
};

interface Picture {
  /** A random name on this panel; a new one in each session. */
  readonly name: string;
  jpeg?: Uint8Array;
}

/**
 * Small pictures of the first pages that one open session lists. They stay in memory only, and end with the
 * session. Before a document is printed, nothing else of it comes to the box.
 */
export class Pictures {
  private sessionId: string | null = null;
  private pictures = new Map<string, Picture>();
  private fetching = new AbortController();

  constructor(
    private readonly parts: {
      readonly coreUrl: string;
      /** Called when a further picture can be drawn. */
      readonly onPicture: () => void;
      readonly log: Logger;
    },
  ) {}

  /** Discards the pictures of other sessions; null when no session is open. */
  keepFor(sessionId: string | null): void {
    if (sessionId === this.sessionId) return;
    this.sessionId = sessionId;
    this.pictures = new Map();
    this.fetching.abort();
    this.fetching = new AbortController();
  }

  /** Fetches the missing pictures of a listing, a few at a time. A picture that fails is left out. */
  async fetch(documents: readonly ListedDocument[]): Promise<void> {
    const { pictures } = this;
    const { signal } = this.fetching;
    const listed = new Set(documents.map(keyOf));
    for (const key of pictures.keys()) if (!listed.has(key)) pictures.delete(key);
    const wanted = documents
      .flatMap((document) => {
        const { picturePath } = document;
        const key = keyOf(document);
        return picturePath === undefined || pictures.has(key) ? [] : [{ key, picturePath }];
      })
      .slice(0, limits.pictures - pictures.size);
    for (const { key } of wanted) pictures.set(key, { name: randomUUID() });
    const waiting = wanted.values();
    const work = async () => {
      for (const { key, picturePath } of waiting) {
        const jpeg = await this.download(picturePath, signal);
        const picture = pictures.get(key);
        if (signal.aborted) return;
        if (jpeg === undefined || !picture) pictures.delete(key);
        else picture.jpeg = jpeg;
        if (jpeg !== undefined) this.parts.onPicture();
      }
    };
    await Promise.all(Array.from({ length: limits.atOnce }, work));
  }

  /** The name of a document's picture; undefined until it has arrived. */
  nameOf(document: ListedDocument): string | undefined {
    const picture = this.pictures.get(keyOf(document));
    return picture?.jpeg && picture.name;
  }

  findPicture(name: string): Uint8Array | undefined {
    for (const picture of this.pictures.values()) if (picture.name === name) return picture.jpeg;
    return undefined;
  }

  private async download(path: string, session: AbortSignal): Promise<Uint8Array | undefined> {
    const { coreUrl, log } = this.parts;
    try {
      const address = new URL(path, coreUrl);
      if (address.origin !== new URL(coreUrl).origin) throw new Error('A picture lies outside core');
      const signal = AbortSignal.any([session, AbortSignal.timeout(limits.fetchMs)]);
      const answer = await fetch(address, { redirect: 'error', signal });
      const byteLength = Number(answer.headers.get('content-length'));
      const isPicture = answer.headers.get('content-type') === 'image/jpeg';
      if (!answer.ok || !isPicture || !(byteLength > 0 && byteLength <= limits.pictureBytes)) {
        await answer.body?.cancel();
        throw new Error(`Core did not hand over a picture (HTTP ${answer.status}, ${byteLength} bytes)`);
      }
      return await answer.bytes();
    } catch (error) {
      if (!session.aborted) log.debug({ err: error }, 'A picture of a first page did not come');
      return undefined;
    }
  }
}

function keyOf({ documentId, revision }: ListedDocument): string {
  return `${documentId}/${revision}`;
}

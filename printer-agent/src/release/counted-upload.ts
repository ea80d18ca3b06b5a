import type { PrinterJob } from '../ipp/client.js';
import type { OpenDocument } from './job-source.js';

/**
 * Streams a document from core to the printer, and counts the bytes that the connection to the printer took.
 */
export class CountedUpload {
  private takenBytes = 0;

  constructor(private readonly document: OpenDocument) {}

  /** True while the printer cannot have the whole document. */
  get isIncomplete(): boolean {
    return this.takenBytes < this.document.byteLength;
  }

  async run(send: (stream: AsyncIterable<Uint8Array>) => Promise<PrinterJob>): Promise<PrinterJob> {
    try {
      return await send(this.countedChunks());
    } finally {
      this.document.stream.destroy();
    }
  }

  private async *countedChunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.document.stream as AsyncIterable<Uint8Array>) {
      this.takenBytes += chunk.byteLength;
      yield chunk;
    }
  }
}

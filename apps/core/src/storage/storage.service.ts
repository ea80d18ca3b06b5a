import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';

/** The only door to documents' bytes. */
@Injectable()
export class StorageService {
  /**
   * The normalised PDF of a ready revision, decrypted while it is read.
   * @throws Refusal `storage.unknown` when its bytes are gone
   */
  openNormalised(documentId: string, revision: number): Promise<{ stream: Readable; byteLength: number }> {
    return Promise.reject(new Error(`No bytes yet for ${documentId} revision ${revision}`));
  }
}

import { Injectable } from '@nestjs/common';
import type { FileMetadataAnswer } from '@sixpence/contracts/http/documents';
import { Refusal } from '@sixpence/contracts/refusals';
import { Messaging } from '@sixpence/messaging/messaging';
import { DataSource } from 'typeorm';
import { documentOf } from './views/document-rows.query.js';
import { fileMetadataOf } from './document-view.js';
import { statusOf } from './preparation/revision-state.js';

/** How long a request for a document in preparation stays open. */
const holdOpenMs = 20_000;

/** News can be lost, so the row is read again at this interval. */
const rereadMs = 2_000;

/** Waits until a document is prepared, and then returns its metadata. */
@Injectable()
export class DocumentNewsService {
  constructor(
    private readonly database: DataSource,
    private readonly messaging: Messaging,
  ) {}

  /**
   * @throws Refusal `document.unknown`; `document.processing` when preparation takes longer than `holdOpenMs`
   */
  async waitForMetadata(userId: string, documentId: string): Promise<FileMetadataAnswer> {
    let wake = (): void => undefined;
    const hearing = this.messaging.hearNews('person', userId, ({ kind, body }) => {
      if (kind === 'person.document' && body.documentId === documentId) wake();
    });
    const deadline = Date.now() + holdOpenMs;
    try {
      for (;;) {
        let timer: NodeJS.Timeout | undefined;
        const news = new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, Math.min(rereadMs, Math.max(0, deadline - Date.now())));
        });
        try {
          const settled = await this.settledMetadata(userId, documentId);
          if (settled) return settled;
          if (Date.now() >= deadline) {
            throw new Refusal('document.processing', undefined, 5);
          }
          await news;
        } finally {
          clearTimeout(timer);
        }
      }
    } finally {
      hearing.stop();
    }
  }

  private async settledMetadata(userId: string, documentId: string): Promise<FileMetadataAnswer | undefined> {
    const document = await documentOf(this.database, userId, documentId);
    if (!document) throw new Refusal('document.unknown');
    return statusOf(document) === 'processing' ? undefined : fileMetadataOf(document);
  }
}

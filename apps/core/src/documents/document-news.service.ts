import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { FileMetadataAnswer } from '@sixpence/contracts/http/documents';
import { Refusal } from '@sixpence/contracts/refusals';
import { Messaging } from '@sixpence/messaging/messaging';
import { DataSource } from 'typeorm';
import { documentOf } from './document-rows.query.js';
import { fileMetadataOf } from './document-view.js';
import { statusOf } from '../preparation/revision-state.js';

/** A browser that asks for a document being prepared is kept waiting this long. */
export const holdOpenMs = 20_000;

/** News can be lost; the row is looked at again this often. */
const lookAgainMs = 2_000;

/** Lets a caller wait for a document to be prepared. */
@Injectable()
export class DocumentNewsService implements OnApplicationBootstrap {
  private readonly waiting = new Map<string, Set<() => void>>();

  constructor(
    private readonly database: DataSource,
    private readonly messaging: Messaging,
  ) {}

  onApplicationBootstrap(): void {
    this.messaging.listen('print.document.changed', ({ documentId }) => {
      for (const wake of this.waiting.get(documentId) ?? []) wake();
      return Promise.resolve();
    });
  }

  /** @throws Refusal `document.unknown`, or `document.processing` when it takes longer than the wait */
  async settledMetadata(userId: string, documentId: string): Promise<FileMetadataAnswer> {
    const deadline = Date.now() + holdOpenMs;
    for (;;) {
      const news = this.nextNews(documentId, Math.min(lookAgainMs, Math.max(0, deadline - Date.now())));
      try {
        const document = await documentOf(this.database, userId, documentId);
        if (!document) throw new Refusal('document.unknown', 'This document is no longer there.');
        if (statusOf(document) !== 'processing') return fileMetadataOf(document);
        if (Date.now() >= deadline) {
          throw new Refusal('document.processing', 'This document is still being prepared.', 5);
        }
        await news.arrival;
      } finally {
        news.stop();
      }
    }
  }

  /** `arrival` ends with the next news of the document, or with the time. */
  private nextNews(documentId: string, timeoutMs: number): { arrival: Promise<void>; stop: () => void } {
    const waiters = this.waiting.get(documentId) ?? new Set();
    this.waiting.set(documentId, waiters);
    let stop = (): void => undefined;
    const arrival = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      waiters.add(resolve);
      stop = () => {
        clearTimeout(timer);
        waiters.delete(resolve);
        if (waiters.size === 0) this.waiting.delete(documentId);
      };
    });
    return { arrival, stop };
  }
}

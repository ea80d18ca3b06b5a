import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { ConvertedPage, EventOf } from '@sixpence/contracts/events/events';
import type { News } from '@sixpence/contracts/events/news';
import type { ConversionAnswer } from '@sixpence/contracts/http/conversions';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { DocumentsService } from '@sixpence/core/documents/documents.service';
import { DocumentLifeService } from '@sixpence/core/documents/removal/document-life.service';
import { convertedPage } from '../documents/converted-page.js';
import { CoreApp } from '../core/core-app.js';
import { recordedNews } from '../peers/recorded-news.js';
import { asOwner } from '../core/database.js';
import { Uploads } from '../builders/uploads.js';

const pdf = 'application/pdf';

/** The content of one image in the file of images. */
export const imageOf = (page: number, size: string) => `page ${page}, ${size}`;

const aPage = (page: number): ConvertedPage => ({
  ...convertedPage,
  tileBytes: imageOf(page, 'tile').length,
  imageBytes: imageOf(page, 'page').length,
});
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

type Report = EventOf<'print.document.converted'>;

export interface Uploader {
  userId: string;
  cookie: string;
  uploads: Uploads;
}

/** Core without a converter. Tests store and report the results themselves. */
export class DocumentsBench implements AsyncDisposable {
  private readonly news: readonly News[];

  private constructor(readonly core: CoreApp) {
    this.news = recordedNews(core.app);
  }

  static async start(): Promise<DocumentsBench> {
    return new DocumentsBench(await CoreApp.start());
  }

  get documents(): DocumentsService {
    return this.core.app.get(DocumentsService);
  }

  get life(): DocumentLifeService {
    return this.core.app.get(DocumentLifeService);
  }

  /** Marks that a job starts to print this document. */
  async startJob(documentId: string): Promise<void> {
    await this.core.database.query('UPDATE documents SET open_jobs = open_jobs + 1 WHERE id = $1', [
      documentId,
    ]);
  }

  /** Marks that the job has printed it. */
  async endJob(documentId: string): Promise<void> {
    await this.core.database.query(
      'UPDATE documents SET open_jobs = open_jobs - 1, printed_at = app_now() WHERE id = $1',
      [documentId],
    );
  }

  async aPerson(): Promise<Uploader> {
    const { userId, cookie } = await this.core.signedIn(`${randomUUID()}@example.com`);
    return { userId, cookie, uploads: new Uploads(this.core, cookie) };
  }

  upload(person: Uploader, name = 'a.pdf'): Promise<string> {
    return person.uploads.upload(name, pdf, Buffer.from('%PDF-1.7 …'));
  }

  post(person: Uploader, path: string, body: unknown): Promise<Response> {
    return this.core.call('POST', path, { body, cookie: person.cookie });
  }

  async prepareConversion(documentId: string, revision = 1): Promise<ConversionAnswer> {
    const answer = await this.core.call('POST', '/storage/conversions', {
      body: { documentId, revision },
      headers: { authorization: `Bearer ${this.core.config.SERVICE_TOKEN}` },
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as ConversionAnswer;
  }

  async putFiles(conversion: ConversionAnswer, pages: number): Promise<void> {
    const images = numbers(pages).flatMap((page) => [imageOf(page, 'tile'), imageOf(page, 'page')]);
    const files = [
      [conversion.normalised, pdf, `normalised by ${conversion.conversionId}`],
      [conversion.images, 'application/octet-stream', images.join('')],
    ] as const;
    for (const [path, type, body] of files) {
      const headers = { 'content-type': type };
      const answer = await fetch(this.core.url + path, { method: 'PUT', headers, body });
      expect(answer.status).toBe(200);
    }
  }

  /** A converter's report about the files of `putFiles`. */
  reportOf(documentId: string, conversionId: string, { revision = 1, pages = 1 } = {}): Report {
    const byteLength = `normalised by ${conversionId}`.length;
    return { documentId, revision, conversionId, pages: numbers(pages).map(aPage), byteLength };
  }

  async publish(report: Report): Promise<void> {
    const converter = await this.core.asConverter();
    await converter.publish('print.document.converted', report, randomUUID());
  }

  publishConverted(documentId: string, conversionId: string, pages: number): Promise<void> {
    return this.publish(this.reportOf(documentId, conversionId, { pages }));
  }

  /** Does a converter's work without a conversion. */
  async makeReady(person: Uploader, documentId: string): Promise<DocumentRow> {
    const conversion = await this.prepareConversion(documentId);
    await this.putFiles(conversion, 2);
    await this.publishConverted(documentId, conversion.conversionId, 2);
    return person.uploads.settled(documentId);
  }

  async aReadyDocument(person: Uploader): Promise<DocumentRow> {
    return this.makeReady(person, await this.upload(person));
  }

  async inTheFuture(shift: string, work: () => Promise<void>): Promise<void> {
    await asOwner(this.core.database, 'INSERT INTO clock_shift (shift) VALUES ($1::interval)', [shift]);
    try {
      await work();
    } finally {
      await asOwner(this.core.database, 'DELETE FROM clock_shift');
    }
  }

  /** The folder with a document's sealed files. */
  bytesOf(documentId: string): string {
    return join(this.core.config.STORAGE_DIR, 'documents', documentId);
  }

  /** The file with a document's wrapped key. */
  keyOf(documentId: string): string {
    return join(this.core.config.KEY_STORE_DIR, documentId.slice(0, 2), `${documentId}.key`);
  }

  /** How often the document's owner got news of a change. */
  changes(documentId: string): number {
    return this.news.filter(({ kind, body }) => kind === 'person.document' && body.documentId === documentId)
      .length;
  }

  /** How often the outbox holds this fact about a document. */
  async facts(subject: string, documentId: string): Promise<number> {
    const rows: unknown[] = await this.core.database.query(
      `SELECT 1 FROM outbox WHERE subject = $1 AND body->>'documentId' = $2`,
      [subject, documentId],
    );
    return rows.length;
  }

  async parked(): Promise<number> {
    const rows: unknown[] = await this.core.database.query('SELECT 1 FROM parked_messages');
    return rows.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.core[Symbol.asyncDispose]();
  }
}

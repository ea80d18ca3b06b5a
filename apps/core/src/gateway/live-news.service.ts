import { Injectable } from '@nestjs/common';
import type { LiveNews, NewsFor } from '@sixpence/contracts/events/news';
import { type Currency } from '@sixpence/contracts/currencies';
import { currencySchema } from '@sixpence/contracts/money';
import { CreditsService } from '../money/ledger/credits.service.js';
import { DocumentsService } from '../documents/documents.service.js';
import { isRunning } from '../jobs/job-state.js';
import { JobViews } from '../jobs/views/job-views.query.js';
import type { PrinterRead } from './site-news.service.js';
import { NearbyPrintersService } from '../nearby/nearby-printers.service.js';
import type { PrinterUsableAgain } from '../nearby/views/printers-usable-again.query.js';
import { PrintersService } from '../sites/printers.service.js';

/**
 * Makes the news for a person's browsers. News has the present state of that person's jobs, documents,
 * balances, and printers.
 */
@Injectable()
export class LiveNewsService {
  constructor(
    private readonly jobs: JobViews,
    private readonly credits: CreditsService,
    private readonly documents: DocumentsService,
    private readonly printers: PrintersService,
    private readonly ownPrinters: NearbyPrintersService,
  ) {}

  /** The first news of a browser: jobs of the last 24 hours, balances, and printers that are back. */
  async present(ownerId: string): Promise<LiveNews[]> {
    const [jobs, balances, printersBack] = await Promise.all([
      this.jobs.recent(ownerId),
      this.balances(ownerId),
      this.printersBack(ownerId),
    ]);
    return [...jobs.map((job) => ({ type: 'job' as const, job })), ...balances, ...printersBack];
  }

  /** As `present`, after lost news: `missed` makes pages load again what they show. */
  async presentAfterGap(ownerId: string): Promise<LiveNews[]> {
    return [{ type: 'missed' }, ...(await this.present(ownerId))];
  }

  /** Translates internal news into news for the person's browsers. */
  async translate({ kind, body }: NewsFor<'person'>): Promise<LiveNews[]> {
    const { ownerId } = body;
    switch (kind) {
      case 'person.document':
        return this.document(ownerId, body.documentId);
      case 'person.release':
        return [...(await this.release(ownerId, body.releaseId)), ...(await this.balances(ownerId))];
      case 'person.job':
        return this.job(ownerId, body.jobId, body.impressions);
      case 'person.job-settled':
        return this.settled(ownerId, body.jobId);
      case 'person.balance':
        return this.balance(ownerId, currencySchema.parse(body.currency));
      case 'person.sites':
        return [{ type: 'missed' }];
      case 'person.code-used':
        return [{ type: 'code-used', printer: await this.printers.nameOf(body.printerId) }];
    }
  }

  /** The sites whose printers the person sees. */
  sitesOf(ownerId: string): Promise<string[]> {
    return this.ownPrinters.sitesOf(ownerId);
  }

  /** Translates a change of a printer into news for a person. */
  ofPrinter(ownerId: string, read: Awaited<PrinterRead>): LiveNews[] {
    if (!read) return [];
    const { printer, usableAgain } = read;
    return [
      { type: 'printer', printer },
      ...backNews(usableAgain.filter((back) => back.ownerId === ownerId)),
    ];
  }

  private async printersBack(ownerId: string): Promise<LiveNews[]> {
    return backNews(await this.ownPrinters.usableAgainFor(ownerId));
  }

  private async document(ownerId: string, documentId: string): Promise<LiveNews[]> {
    const document = await this.documents.documentRow(ownerId, documentId);
    return [document ? { type: 'document', document } : { type: 'document-gone', orderId: documentId }];
  }

  private async release(ownerId: string, releaseId: string): Promise<LiveNews[]> {
    const jobs = await this.jobs.ofRelease(ownerId, releaseId);
    return jobs.map((job) => ({ type: 'job', job }));
  }

  private async job(ownerId: string, jobId: string, reported = 0): Promise<LiveNews[]> {
    const job = await this.jobs.one(ownerId, jobId);
    if (!job) return [];
    // After the end of a job its stored count is the final one.
    const impressions = isRunning(job.state) ? Math.max(job.impressions, reported) : job.impressions;
    return [{ type: 'job', job: { ...job, impressions } }];
  }

  private async settled(ownerId: string, jobId: string): Promise<LiveNews[]> {
    const job = await this.jobs.one(ownerId, jobId);
    if (!job) return [];
    const document = await this.documents.documentRow(ownerId, job.orderId);
    return [
      { type: 'job', job },
      ...(document ? [{ type: 'document' as const, document }] : []),
      ...(await this.balances(ownerId)),
    ];
  }

  private async balance(ownerId: string, currency: Currency): Promise<LiveNews[]> {
    return [{ type: 'balance', available: await this.credits.available(ownerId, currency) }];
  }

  private async balances(ownerId: string): Promise<LiveNews[]> {
    const wallets = await this.credits.wallets(ownerId);
    return wallets.map((available) => ({ type: 'balance', available }));
  }
}

function backNews(printers: readonly PrinterUsableAgain[]): LiveNews[] {
  return printers.map(({ printerId, printer, site, at }) => ({
    type: 'printer-back',
    printerId,
    printer,
    site,
    at: at.toISOString(),
  }));
}

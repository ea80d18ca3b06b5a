import { Injectable } from '@nestjs/common';
import type { LiveNews } from '@sixpence/contracts/http/live';
import type { Currency } from '@sixpence/contracts/money';
import { CreditsService } from '../credits/credits.service.js';
import { DocumentsService } from '../documents/documents.service.js';
import { JobViews } from '../release/job-views.query.js';
import { PrintersService } from '../sites/printers.service.js';

/** What browsers are told, always the present state and only the person's own. */
@Injectable()
export class LiveNewsService {
  constructor(
    private readonly jobs: JobViews,
    private readonly credits: CreditsService,
    private readonly documents: DocumentsService,
    private readonly printers: PrintersService,
  ) {}

  /** Jobs of the last 24 hours and the balances: what a browser hears first. */
  async present(ownerId: string): Promise<LiveNews[]> {
    const [jobs, wallets] = await Promise.all([this.jobs.recent(ownerId), this.credits.wallets(ownerId)]);
    return [
      ...jobs.map((job) => ({ type: 'job' as const, job })),
      ...wallets.map((available) => ({ type: 'balance' as const, available })),
    ];
  }

  async document(ownerId: string, documentId: string): Promise<LiveNews[]> {
    const document = await this.documents.row(ownerId, documentId);
    return [document ? { type: 'document', document } : { type: 'document-gone', orderId: documentId }];
  }

  async job(ownerId: string, jobId: string): Promise<LiveNews[]> {
    const job = await this.jobs.one(ownerId, jobId);
    return job ? [{ type: 'job', job }] : [];
  }

  async balance(ownerId: string, currency: Currency): Promise<LiveNews[]> {
    return [{ type: 'balance', available: await this.credits.available(ownerId, currency) }];
  }

  async codeUsed(printerId: string): Promise<LiveNews[]> {
    return [{ type: 'code-used', printer: await this.printers.nameOf(printerId) }];
  }
}

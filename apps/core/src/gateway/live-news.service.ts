import { Injectable } from '@nestjs/common';
import type { EventOf, LiveNews, Subject } from '@sixpence/contracts/events/events';
import { currencySchema, type Currency } from '@sixpence/contracts/money';
import { Messaging } from '@sixpence/messaging/messaging';
import { CreditsService } from '../credits/credits.service.js';
import { DocumentsService } from '../documents/documents.service.js';
import { JobViews } from '../release/job-views.query.js';
import { PrintersService } from '../sites/printers.service.js';

/** Facts that name the person they are about: only these can become news to a browser. */
type OwnedSubject = { [S in Subject]: EventOf<S> extends { ownerId: string } ? S : never }[Subject];

/** Tells every browser that a person has open here. `read` is called just before sending, so that they hear the latest. */
type Tell = (ownerId: string, read: () => Promise<LiveNews[]>) => void;

/** What browsers are told, always the present state and only the person's own. */
@Injectable()
export class LiveNewsService {
  /** One row a fact that browsers hear of: what its owner is shown. */
  private readonly facts = [
    shown('print.document.changed', ({ ownerId, documentId }) => this.document(ownerId, documentId)),
    shown('print.document.deleted', ({ ownerId, documentId }) => this.document(ownerId, documentId)),
    shown('print.job.changed', ({ ownerId, jobId }) => this.job(ownerId, jobId)),
    shown('print.balance.changed', ({ ownerId, currency }) =>
      this.balance(ownerId, currencySchema.parse(currency)),
    ),
    shown('print.code.redeemed', ({ printerId }) => this.codeUsed(printerId)),
  ];

  constructor(
    private readonly jobs: JobViews,
    private readonly credits: CreditsService,
    private readonly documents: DocumentsService,
    private readonly printers: PrintersService,
    private readonly messaging: Messaging,
  ) {}

  /** From here on `tell` hears what each of these facts means to its owner. */
  listen(tell: Tell): void {
    for (const hear of this.facts) hear(this.messaging, tell);
  }

  /** Jobs of the last 24 hours and the balances: what a browser hears first. */
  async present(ownerId: string): Promise<LiveNews[]> {
    const [jobs, wallets] = await Promise.all([this.jobs.recent(ownerId), this.credits.wallets(ownerId)]);
    return [
      ...jobs.map((job) => ({ type: 'job' as const, job })),
      ...wallets.map((available) => ({ type: 'balance' as const, available })),
    ];
  }

  private async document(ownerId: string, documentId: string): Promise<LiveNews[]> {
    const document = await this.documents.row(ownerId, documentId);
    return [document ? { type: 'document', document } : { type: 'document-gone', orderId: documentId }];
  }

  private async job(ownerId: string, jobId: string): Promise<LiveNews[]> {
    const job = await this.jobs.one(ownerId, jobId);
    return job ? [{ type: 'job', job }] : [];
  }

  private async balance(ownerId: string, currency: Currency): Promise<LiveNews[]> {
    return [{ type: 'balance', available: await this.credits.available(ownerId, currency) }];
  }

  private async codeUsed(printerId: string): Promise<LiveNews[]> {
    return [{ type: 'code-used', printer: await this.printers.nameOf(printerId) }];
  }
}

function shown<S extends OwnedSubject>(subject: S, read: (fact: EventOf<S>) => Promise<LiveNews[]>) {
  return (messaging: Messaging, tell: Tell) => {
    messaging.listen(subject, (fact) => {
      tell(fact.ownerId, () => read(fact));
      return Promise.resolve();
    });
  };
}

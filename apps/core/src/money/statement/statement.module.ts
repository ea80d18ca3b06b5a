import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/sign-in/accounts.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { BalanceAt } from './views/balance-at.query.js';
import { ContainedVatQuery } from './views/contained-vat.query.js';
import { FileQueue } from './file-queue.service.js';
import { PrintedPages } from './views/printed-pages.query.js';
import { ReceiptRows } from './views/receipt-rows.query.js';
import { ReceiptsService } from './receipts.service.js';
import { StatementVerifier } from './views/statement-verifier.query.js';
import { StatementPapersService } from './statement-papers.service.js';
import { StatementRows } from './views/statement-rows.query.js';

/** Statements and receipts, as people, accountants, and auditors read them. */
@Module({
  imports: [AccountsModule, DatabaseModule, MailModule, PaymentsModule],
  providers: [
    BalanceAt,
    ContainedVatQuery,
    FileQueue,
    PrintedPages,
    ReceiptRows,
    ReceiptsService,
    StatementVerifier,
    StatementPapersService,
    StatementRows,
  ],
  exports: [PrintedPages, ReceiptsService, StatementVerifier, StatementPapersService, StatementRows],
})
export class StatementModule {}

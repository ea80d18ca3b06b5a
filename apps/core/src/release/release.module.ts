import { Module } from '@nestjs/common';
import { KeptJobsService } from './kept-jobs.service.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { CreditsModule } from '../credits/credits.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { BudgetsModule } from '../http/budgets.module.js';
import { NewsModule } from '../news/news.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SitesModule } from '../sites/sites.module.js';
import { CodeAlarmsService } from './code-alarms.service.js';
import { CodeSpaceService } from './code-space.service.js';
import { JobAudit } from './job-audit.query.js';
import { JobDecisionsService } from './job-decisions.service.js';
import { JobViews } from './job-views.query.js';
import { JobsService } from './jobs.service.js';
import { ListingsService } from './listings.service.js';
import { OpenJobs } from './open-jobs.query.js';
import { OwnPrinters } from './own-printers.query.js';
import { PrinterReturns } from './printer-returns.query.js';
import { ChosenSitesService } from './chosen-sites.service.js';
import { SitesFound } from './sites-found.query.js';
import { OwnPrintersService } from './own-printers.service.js';
import { PairingsService } from './pairings.service.js';
import { PanelPicturesService } from './panel-pictures.service.js';
import { PanelSessionsService } from './panel-sessions.service.js';
import { PrintCodesService } from './print-codes.service.js';
import { ProgressPaceService } from './progress-pace.service.js';
import { QuotesService } from './quotes.service.js';
import { ReleasesService } from './releases.service.js';
import { SecuredPeopleService } from './secured-people.service.js';
import { ShortCountsService } from './short-counts.service.js';
import { SilentJobsService } from './silent-jobs.service.js';
import { TryBudgetsService } from './try-budgets.service.js';

/** From six digits to paid pages: codes, panel sessions, releases, jobs, and their settlement. */
@Module({
  imports: [
    BudgetsModule,
    PersonalDataModule,
    AuditModule,
    AccountsModule,
    DatabaseModule,
    NewsModule,
    OutboxModule,
    CreditsModule,
    DocumentsModule,
    SessionsModule,
    SitesModule,
  ],
  providers: [
    CodeSpaceService,
    PrintCodesService,
    PairingsService,
    TryBudgetsService,
    CodeAlarmsService,
    PanelSessionsService,
    PanelPicturesService,
    QuotesService,
    ListingsService,
    ReleasesService,
    JobsService,
    ProgressPaceService,
    JobDecisionsService,
    ShortCountsService,
    SilentJobsService,
    JobViews,
    OwnPrinters,
    PrinterReturns,
    OwnPrintersService,
    ChosenSitesService,
    SitesFound,
    JobAudit,
    OpenJobs,
    KeptJobsService,
    SecuredPeopleService,
  ],
  exports: [
    CodeSpaceService,
    PrintCodesService,
    PairingsService,
    TryBudgetsService,
    PanelSessionsService,
    PanelPicturesService,
    ListingsService,
    ReleasesService,
    JobsService,
    JobDecisionsService,
    JobViews,
    OwnPrintersService,
    ChosenSitesService,
    KeptJobsService,
    JobAudit,
    OpenJobs,
  ],
})
export class ReleaseModule {}

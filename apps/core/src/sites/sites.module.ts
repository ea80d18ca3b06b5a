import { Module } from '@nestjs/common';
import { AuditModule } from '../platform/audit/audit.module.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { NewsModule } from '../platform/news/news.module.js';
import { OutboxModule } from '../platform/outbox/outbox.module.js';
import { AgentsService } from './agents.service.js';
import { OrganisationVatService } from './organisation-vat.service.js';
import { PanelLinksService } from './panel-links.service.js';
import { PricesService } from './prices.service.js';
import { PrinterNewsService } from './printer-news.service.js';
import { PrintersService } from './printers.service.js';
import { SitesService } from './sites.service.js';

const services = [
  SitesService,
  OrganisationVatService,
  PricesService,
  PrintersService,
  PrinterNewsService,
  AgentsService,
  PanelLinksService,
];

/**
 * The locations of printing: organisations, sites and their prices, printers, and the agents that drive them.
 */
@Module({
  imports: [AuditModule, DatabaseModule, OutboxModule, NewsModule],
  providers: services,
  exports: services,
})
export class SitesModule {}

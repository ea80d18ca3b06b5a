import { Module } from '@nestjs/common';
import { ConfigModule } from '../config.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { AgentsService } from './agents.service.js';
import { EnrolmentController } from './enrolment.controller.js';
import { PricesService } from './prices.service.js';
import { PrintersService } from './printers.service.js';
import { SitesService } from './sites.service.js';

/** Where people print: organisations, sites and their prices, printers, and the agents that drive them. */
@Module({
  imports: [ConfigModule, DatabaseModule, OutboxModule],
  controllers: [EnrolmentController],
  providers: [SitesService, PricesService, PrintersService, AgentsService],
  exports: [SitesService, PricesService, PrintersService, AgentsService],
})
export class SitesModule {}

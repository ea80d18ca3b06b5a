import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { NewsModule } from '../platform/news/news.module.js';
import { PersonalDataModule } from '../platform/personal-data/personal-data.module.js';
import { SitesModule } from '../sites/sites.module.js';
import { ChosenSitesService } from './chosen-sites.service.js';
import { NearbyPrinters } from './views/nearby-printers.query.js';
import { NearbyPrintersService } from './nearby-printers.service.js';
import { PrintersUsableAgain } from './views/printers-usable-again.query.js';
import { SiteSearch } from './views/site-search.query.js';

/** The printers that a user has used or chosen, and the sites to choose from. */
@Module({
  imports: [DatabaseModule, DocumentsModule, NewsModule, PersonalDataModule, SitesModule],
  providers: [NearbyPrintersService, NearbyPrinters, PrintersUsableAgain, ChosenSitesService, SiteSearch],
  exports: [NearbyPrintersService, ChosenSitesService],
})
export class NearbyModule {}

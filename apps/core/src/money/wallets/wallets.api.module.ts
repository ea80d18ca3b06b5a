import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { NewsModule } from '../../platform/news/news.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { WalletsController } from './wallets.controller.js';
import { WalletNewsService } from './wallet-news.service.js';
import { Wallets } from './views/wallets.query.js';

/** The HTTP call of a person's wallets, which combines wallets, payments, refunds, and top-ups. */
@Module({
  imports: [DatabaseModule, NewsModule, RefundsModule],
  controllers: [WalletsController],
  providers: [WalletNewsService, Wallets],
})
export class WalletsApiModule {}

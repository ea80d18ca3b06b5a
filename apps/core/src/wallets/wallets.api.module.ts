import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { WalletsController } from './wallets.controller.js';
import { Wallets } from './wallets.query.js';

/** A person's wallets over HTTP, with all that features know of them. */
@Module({ imports: [DatabaseModule, RefundsModule], controllers: [WalletsController], providers: [Wallets] })
export class WalletsApiModule {}

import { Module } from '@nestjs/common';
import { LegacyBalancesController } from './legacy-balances.controller.js';
import { LegacyBalancesModule } from './legacy-balances.module.js';

/** What a person has brought along, over HTTP. */
@Module({ imports: [LegacyBalancesModule], controllers: [LegacyBalancesController] })
export class LegacyBalancesApiModule {}

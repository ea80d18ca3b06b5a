import { Module } from '@nestjs/common';
import { LegacyBalancesController } from './legacy-balances.controller.js';
import { LegacyBalancesModule } from './legacy-balances.module.js';

/** The HTTP calls of the previous version's balances. */
@Module({ imports: [LegacyBalancesModule], controllers: [LegacyBalancesController] })
export class LegacyBalancesApiModule {}

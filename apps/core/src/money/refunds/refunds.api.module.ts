import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { RefundsController } from './refunds.controller.js';
import { RefundsModule } from './refunds.module.js';

/** The HTTP call of refunds. */
@Module({ imports: [PaymentsModule, RefundsModule], controllers: [RefundsController] })
export class RefundsApiModule {}

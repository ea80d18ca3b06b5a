import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { RefundRounds } from './refund-rounds.service.js';
import { RefundsController } from './refunds.controller.js';
import { RefundsModule } from './refunds.module.js';

/** The HTTP call of refunds, and the timers that send them and compare the provider's lists. */
@Module({
  imports: [PaymentsModule, RefundsModule],
  controllers: [RefundsController],
  providers: [RefundRounds],
})
export class RefundsApiModule {}

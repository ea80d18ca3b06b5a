import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { RefundRounds } from './refund-rounds.service.js';
import { RefundsController } from './refunds.controller.js';
import { RefundsModule } from './refunds.module.js';

/** Money back over HTTP, and the rounds that look after it. */
@Module({
  imports: [PaymentsModule, RefundsModule],
  controllers: [RefundsController],
  providers: [RefundRounds],
})
export class RefundsApiModule {}

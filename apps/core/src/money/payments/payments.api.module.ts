import { Module } from '@nestjs/common';
import { PaymentsController } from './payments.controller.js';
import { PaymentsModule } from './payments.module.js';
import { WalletDomainController } from './provider/wallet-domain.controller.js';
import { WebhookController } from './reconciliation/webhook.controller.js';

/** The HTTP calls of payments. */
@Module({
  imports: [PaymentsModule],
  controllers: [PaymentsController, WebhookController, WalletDomainController],
})
export class PaymentsApiModule {}

import { Module } from '@nestjs/common';
import { PaymentsController } from './payments.controller.js';
import { PaymentsModule } from './payments.module.js';
import { ReconcilerService } from './reconciliation/reconciler.service.js';
import { WalletDomainController } from './provider/wallet-domain.controller.js';
import { WebhookController } from './reconciliation/webhook.controller.js';

/** The HTTP calls of payments, and the timer that reconciles them. */
@Module({
  imports: [PaymentsModule],
  controllers: [PaymentsController, WebhookController, WalletDomainController],
  providers: [ReconcilerService],
})
export class PaymentsApiModule {}

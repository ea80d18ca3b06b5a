import { Module } from '@nestjs/common';
import { PaymentsController } from './payments.controller.js';
import { PaymentsModule } from './payments.module.js';
import { ReconcilerService } from './reconciler.service.js';
import { WalletDomainController } from './wallet-domain.controller.js';
import { WebhookController } from './webhook.controller.js';

/** Payments over HTTP, and the rounds that look after them. */
@Module({
  imports: [PaymentsModule],
  controllers: [PaymentsController, WebhookController, WalletDomainController],
  providers: [ReconcilerService],
})
export class PaymentsApiModule {}

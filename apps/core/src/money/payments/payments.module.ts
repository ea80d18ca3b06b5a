import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/sign-in/accounts.module.js';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { CreditsModule } from '../ledger/credits.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { BudgetsModule } from '../../platform/http/network/budgets.module.js';
import { PersonalDataModule } from '../../platform/personal-data/personal-data.module.js';
import { CardTestingService } from './card-testing.service.js';
import { CreditingService } from './reconciliation/crediting.service.js';
import { PaymentsPersonalDataService } from './payments-personal-data.service.js';
import { ListedPayments } from './views/listed-payments.query.js';
import { MissingPaymentsService } from './reconciliation/missing-payments.service.js';
import { PaymentMetrics } from './payment-metrics.service.js';
import { PaymentListeners } from './payment-listeners.service.js';
import { PaymentReconciliation } from './reconciliation/payment-reconciliation.service.js';
import { PaymentsService } from './payments.service.js';
import { ProviderWaits } from './provider-waits.service.js';
import { ReconciliationService } from './reconciliation/reconciliation.service.js';
import { SecuredPayersService } from './secured-payers.service.js';
import { StripeService } from './provider/stripe.service.js';
import { TopUpsService } from './top-ups.service.js';
import { PaymentCheckService } from './payment-check.service.js';
import { WebhookService } from './reconciliation/webhook.service.js';

/** Top-ups by card or wallet. */
@Module({
  imports: [AccountsModule, AuditModule, BudgetsModule, CreditsModule, DatabaseModule, PersonalDataModule],
  providers: [
    CardTestingService,
    CreditingService,
    PaymentsPersonalDataService,
    ListedPayments,
    MissingPaymentsService,
    PaymentMetrics,
    PaymentListeners,
    PaymentReconciliation,
    PaymentsService,
    ProviderWaits,
    ReconciliationService,
    SecuredPayersService,
    StripeService,
    TopUpsService,
    PaymentCheckService,
    WebhookService,
  ],
  exports: [
    CreditingService,
    ListedPayments,
    MissingPaymentsService,
    PaymentListeners,
    PaymentReconciliation,
    PaymentsService,
    ReconciliationService,
    StripeService,
    TopUpsService,
    PaymentCheckService,
    WebhookService,
  ],
})
export class PaymentsModule {}

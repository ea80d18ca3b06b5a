import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { CreditsModule } from '../credits/credits.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { BudgetsModule } from '../http/budgets.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { CardTestingService } from './card-testing.service.js';
import { CreditingService } from './crediting.service.js';
import { KeptPaymentsService } from './kept-payments.service.js';
import { ListedPayments } from './listed-payments.query.js';
import { MissingPaymentsService } from './missing-payments.service.js';
import { PaymentFigures } from './payment-figures.service.js';
import { PaymentListeners } from './payment-listeners.service.js';
import { PaymentLooks } from './payment-looks.service.js';
import { PaymentsService } from './payments.service.js';
import { ProviderWaits } from './provider-waits.service.js';
import { ReconciliationService } from './reconciliation.service.js';
import { SecuredPayersService } from './secured-payers.service.js';
import { StripeService } from './stripe.service.js';
import { TopUpsService } from './top-ups.service.js';
import { ValidationService } from './validation.service.js';
import { WebhookService } from './webhook.service.js';

/** Money that people bring by card or wallet. */
@Module({
  imports: [AccountsModule, AuditModule, BudgetsModule, CreditsModule, DatabaseModule, PersonalDataModule],
  providers: [
    CardTestingService,
    CreditingService,
    KeptPaymentsService,
    ListedPayments,
    MissingPaymentsService,
    PaymentFigures,
    PaymentListeners,
    PaymentLooks,
    PaymentsService,
    ProviderWaits,
    ReconciliationService,
    SecuredPayersService,
    StripeService,
    TopUpsService,
    ValidationService,
    WebhookService,
  ],
  exports: [
    CreditingService,
    ListedPayments,
    MissingPaymentsService,
    PaymentListeners,
    PaymentLooks,
    PaymentsService,
    ReconciliationService,
    StripeService,
    TopUpsService,
    ValidationService,
    WebhookService,
  ],
})
export class PaymentsModule {}

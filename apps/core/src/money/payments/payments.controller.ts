import { Controller, Inject } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type {
  PaymentConfigAnswer,
  PaymentIntentAnswer,
  ValidatePaymentAnswer,
} from '@sixpence/contracts/http/payments';
import { Answers, Asked } from '../../platform/http/call.decorator.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { Person } from '../../people/sessions/person.decorator.js';
import type { SignedIn } from '../../people/sessions/signed-in.js';
import { PaymentsService } from './payments.service.js';
import { topUpOf } from './top-up-amount.js';
import { PaymentCheckService } from './payment-check.service.js';

/** The calls by which the credits page pays (specification §4, §7). */
@Controller()
export class PaymentsController {
  constructor(
    private readonly payments: PaymentsService,
    private readonly paymentCheck: PaymentCheckService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  @Answers(calls.paymentConfig)
  paymentConfig(): PaymentConfigAnswer {
    const { STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_SCRIPT_URL: scriptUrl } = this.config;
    return {
      ...(publishableKey !== '' && { publishableKey }),
      ...(scriptUrl !== '' && { scriptUrl }),
    };
  }

  @Answers(calls.stripePaymentIntent)
  async paymentIntent(
    @Person() person: SignedIn,
    @Asked() asked: Asked<typeof calls.stripePaymentIntent>,
  ): Promise<PaymentIntentAnswer> {
    const amount = topUpOf(asked.amount, asked.currency);
    const intentId = asked.payment_intent_id ?? '';
    return { clientSecret: await this.payments.secretFor({ owner: person.userId, amount, intentId }) };
  }

  @Answers(calls.stripeValidatePayment)
  async validatePayment(
    @Person() person: SignedIn,
    @Asked() asked: Asked<typeof calls.stripeValidatePayment>,
  ): Promise<ValidatePaymentAnswer> {
    return {
      status: 'success',
      found: await this.paymentCheck.isPaid(person.userId, asked.payment_intent_id),
    };
  }
}

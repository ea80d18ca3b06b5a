import { Body, Controller, Headers } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import { Answers } from '../../../platform/http/call.decorator.js';
import { WebhookService } from './webhook.service.js';

/**
 * The webhook of the payment provider. The signature over the raw bytes is checked before the bytes are
 * parsed and before the database is asked. So the call need not wait in the queue of its network.
 */
@Controller()
export class WebhookController {
  constructor(private readonly webhook: WebhookService) {}

  @Answers(calls.stripeWebhook)
  async stripeWebhook(
    @Body() body: unknown,
    @Headers('stripe-signature') signature: string | undefined,
  ): Promise<object> {
    await this.webhook.takeEvent(Buffer.isBuffer(body) ? body : Buffer.alloc(0), signature ?? '');
    return {};
  }
}

import { Body, Controller, Headers } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import { Answers } from '../../../platform/http/call.decorator.js';
import { WebhookService } from './webhook.service.js';

/**
 * The payment provider's own call. Its signature is over the bytes that came, and is checked before they are read, and
 * before the database is asked: the call so needs no place of its network.
 */
@Controller()
export class WebhookController {
  constructor(private readonly webhook: WebhookService) {}

  @Answers(calls.stripeWebhook)
  async stripeWebhook(
    @Body() body: unknown,
    @Headers('stripe-signature') signature: string | undefined,
  ): Promise<object> {
    await this.webhook.hear(Buffer.isBuffer(body) ? body : Buffer.alloc(0), signature ?? '');
    return {};
  }
}

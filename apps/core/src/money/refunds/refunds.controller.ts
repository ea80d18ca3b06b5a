import { Controller } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { RefundToCardAnswer } from '@sixpence/contracts/http/payments';
import { Refusal } from '@sixpence/contracts/refusals';
import { Answers, Asked } from '../../platform/http/call.decorator.js';
import { Person } from '../../people/sessions/person.decorator.js';
import type { SignedIn } from '../../people/sessions/signed-in.js';
import { CardRefundsService } from './card-refunds.service.js';
import { OwnRefunds } from './views/own-refunds.query.js';

/** The call by which a person refunds top-ups to their cards. */
@Controller()
export class RefundsController {
  constructor(
    private readonly cardRefunds: CardRefundsService,
    private readonly ownRefunds: OwnRefunds,
  ) {}

  @Answers(calls.refundToCard)
  async refundToCard(
    @Person() { userId: owner }: SignedIn,
    @Asked() { amount, refundable, currency }: Asked<typeof calls.refundToCard>,
  ): Promise<RefundToCardAnswer> {
    if (!(await this.ownRefunds.areAllowed(owner))) throw new Refusal('refund.by-staff');
    const amountMinor = amount === undefined ? undefined : minorOf(amount);
    const wish = { owner, currency, amountMinor, shownMinor: minorOf(refundable) };
    return this.cardRefunds.refundToCard({ ...wish, by: 'person' });
  }
}

function minorOf(major: number): number {
  return Math.round(major * 100);
}

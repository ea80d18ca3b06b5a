import { Controller } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { BalanceAnswer } from '@sixpence/contracts/http/credits';
import { toMajor } from '@sixpence/money/money';
import { Answers, Asked } from '../../platform/http/call.decorator.js';
import { Person } from '../../people/sessions/person.decorator.js';
import type { SignedIn } from '../../people/sessions/signed-in.js';
import { CreditsService } from './credits.service.js';

/** The balance (specification §7). This call answers major units. */
@Controller()
export class CreditsController {
  constructor(private readonly credits: CreditsService) {}

  @Answers(calls.userAccountBalance)
  async balance(
    @Person() person: SignedIn,
    @Asked() { currency }: Asked<typeof calls.userAccountBalance>,
  ): Promise<BalanceAnswer> {
    return { balance: toMajor(await this.credits.available(person.userId, currency)) };
  }
}

import { Controller } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { LegacyBalanceAnswer } from '@sixpence/contracts/http/credits';
import { Answers } from '../../platform/http/call.decorator.js';
import { Person } from '../../people/sessions/person.decorator.js';
import type { SignedIn } from '../../people/sessions/signed-in.js';
import { LegacyBalancesService } from './legacy-balances.service.js';

/** Answers the balances that a person has claimed; the page after sign-up shows them. */
@Controller()
export class LegacyBalancesController {
  constructor(private readonly balances: LegacyBalancesService) {}

  @Answers(calls.legacyBalance)
  async legacyBalance(@Person() person: SignedIn): Promise<LegacyBalanceAnswer> {
    return { found: await this.balances.claimedBy(person.userId) };
  }
}

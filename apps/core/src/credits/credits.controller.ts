import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { balanceRequest, type BalanceAnswer } from '@sixpence/contracts/http/credits';
import { toMajor } from '@sixpence/money/money';
import type { z } from 'zod';
import { Person } from '../accounts/access.decorator.js';
import type { SignedIn } from '../accounts/signed-in.js';
import { Contract } from '../http/body.pipe.js';
import { CreditsService } from './credits.service.js';

/** The balance (specification §7), in major units as everywhere in its calls. */
@Controller()
export class CreditsController {
  constructor(private readonly credits: CreditsService) {}

  @Post('user-account-balance')
  @HttpCode(200)
  async balance(
    @Person() person: SignedIn,
    @Body(new Contract(balanceRequest)) body: z.infer<typeof balanceRequest>,
  ): Promise<BalanceAnswer> {
    return { balance: toMajor(await this.credits.available(person.userId, body.currency)) };
  }
}

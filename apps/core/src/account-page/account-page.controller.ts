import { Controller } from '@nestjs/common';
import type { AccountDetails } from '@sixpence/contracts/http/account-page';
import { calls } from '@sixpence/contracts/http/calls';
import { Answers } from '../http/call.decorator.js';
import { Person } from '../sessions/person.decorator.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { AccountDetailsService } from './account-details.service.js';

/** The account page: everything here is of the person who asks. */
@Controller()
export class AccountPageController {
  constructor(private readonly details: AccountDetailsService) {}

  @Answers(calls.accountDetails)
  accountDetails(@Person() person: SignedIn): Promise<AccountDetails> {
    return this.details.of(person);
  }
}

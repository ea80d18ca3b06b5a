import { Controller, Inject } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type {
  MailAnswer,
  MailChoices,
  PrintAddressAnswer,
  SenderAnswer,
} from '@sixpence/contracts/http/intake';
import { Answers, Asked } from '../../platform/http/call.decorator.js';
import { Person } from '../../people/sessions/person.decorator.js';
import type { SignedIn } from '../../people/sessions/signed-in.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { MailChoicesService } from './mail-choices.service.js';
import { MailsService } from './mails.service.js';

/** The calls of the intake while it receives a mail, and the site's calls about the print address. */
@Controller()
export class IntakeController {
  constructor(
    private readonly mails: MailsService,
    private readonly choices: MailChoicesService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  @Answers(calls.mailSender)
  sender(@Asked() { address }: Asked<typeof calls.mailSender>): Promise<SenderAnswer> {
    return this.mails.admitSender(address);
  }

  @Answers(calls.beginMail)
  beginMail(@Asked() mail: Asked<typeof calls.beginMail>): Promise<MailAnswer> {
    return this.mails.beginMail(mail);
  }

  @Answers(calls.endMail)
  async endMail(@Asked() { id }: Asked<typeof calls.endMail>): Promise<object> {
    await this.mails.endMail(id);
    return {};
  }

  @Answers(calls.printAddress)
  printAddress(): PrintAddressAnswer {
    const { INTAKE_TOKEN, PRINT_ADDRESS } = this.config;
    return { address: INTAKE_TOKEN === '' ? null : PRINT_ADDRESS };
  }

  @Answers(calls.mailChoices)
  mailChoices(@Person() { userId }: SignedIn): Promise<MailChoices> {
    return this.choices.choicesOf(userId);
  }

  @Answers(calls.chooseMail)
  async chooseMail(
    @Person() { userId }: SignedIn,
    @Asked() choices: Asked<typeof calls.chooseMail>,
  ): Promise<object> {
    await this.choices.setChoices(userId, choices);
    return {};
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { formatMoney } from '@sixpence/money/money';
import { dayIn } from '@sixpence/paper/dates';
import { cardOf } from '@sixpence/paper/receipt';
import type { EntityManager } from 'typeorm';
import { PeopleService } from '../../people/users/people.service.js';
import { one } from '../../platform/database/sql.js';
import { MailService } from '../../platform/mail/mail.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import {
  RefundListeners,
  type MovedMoney,
  type ReturnedMoney,
  type SentMoney,
} from './refund-listeners.service.js';

/** Mails people about refunds that were sent, and about refunds that came back. */
@Injectable()
export class RefundMailsService {
  constructor(
    private readonly people: PeopleService,
    private readonly mail: MailService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
    listeners: RefundListeners,
  ) {
    listeners.sent.add((tx, refund) => this.mailSentRefund(tx, refund));
    listeners.returned.add((tx, returned) => this.mailReturnedRefund(tx, returned));
  }

  private mailSentRefund(tx: EntityManager, refund: SentMoney): Promise<void> {
    const amount = formatMoney(refund.amount);
    const first =
      refund.by === 'person'
        ? `As you asked, ${amount} is on its way back to the card it came from.`
        : `We are sending ${amount} back to the card it came from.`;
    return this.postMail(tx, refund, {
      subject: `Refund of ${amount}`,
      first,
      last: 'Banks take up to 10 days to show it.',
    });
  }

  private async mailReturnedRefund(tx: EntityManager, returned: ReturnedMoney): Promise<void> {
    if (returned.from !== 'refund') return;
    const amount = formatMoney(returned.amount);
    await this.postMail(tx, returned, {
      subject: `Refund of ${amount} came back`,
      first: `A refund of ${amount} did not reach your card. The money is in your balance again.`,
      last: 'You can print with it. If you would rather have it back, please ask us.',
    });
  }

  /** Sends no mail to a person without an address. */
  private async postMail(
    tx: EntityManager,
    { paymentId, ownerId, amount }: MovedMoney,
    words: { subject: string; first: string; last: string },
  ): Promise<void> {
    const [address] = await this.people.addressesOf(ownerId, tx);
    const payment = await one<PaidWith>(
      tx,
      'SELECT number, credited_at, method, last_four FROM payments WHERE id = :paymentId',
      { paymentId },
    );
    if (!address || !payment) return;
    const { PUBLIC_URL, SELLER_NAME, STATEMENT_ZONE } = this.config;
    const card = cardOf({ method: payment.method ?? undefined, lastFour: payment.lastFour ?? undefined });
    const text = [
      words.first,
      '',
      `Amount: ${formatMoney(amount)}`,
      ...(card === undefined ? [] : [`Card: ${card}`]),
      `Payment: receipt ${payment.number} of ${dayIn(STATEMENT_ZONE, payment.creditedAt)}`,
      '',
      words.last,
      '',
      SELLER_NAME,
      '',
      `Your balance and your statement: ${new URL('/credits', PUBLIC_URL).href}`,
    ];
    await this.mail.postMail(tx, {
      to: address.address,
      subject: words.subject,
      text: `${text.join('\n')}\n`,
    });
  }
}

/** The payment that is refunded. */
interface PaidWith {
  number: number;
  creditedAt: Date;
  method: string | null;
  lastFour: string | null;
}

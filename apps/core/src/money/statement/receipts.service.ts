import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { formatMoney } from '@sixpence/money/money';
import { drawPaper } from '@sixpence/paper/draw-paper';
import type { ReceiptPaper } from '@sixpence/paper/papers';
import { receiptFacts, receiptNote } from '@sixpence/paper/receipt';
import { DataSource, type EntityManager } from 'typeorm';
import { PeopleService } from '../../people/users/people.service.js';
import type { Queries } from '../../platform/database/sql.js';
import type { Letter } from '../../platform/mail/letter.js';
import { MailService } from '../../platform/mail/mail.service.js';
import { PaymentListeners } from '../payments/payment-listeners.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { FileQueue } from './file-queue.service.js';
import { ReceiptRows } from './views/receipt-rows.query.js';
import { sellerOf } from './seller.js';
import type { Paper } from './statement-papers.service.js';

/** Receipts of top-ups: a mail when the payment is credited, and a file on request. */
@Injectable()
export class ReceiptsService {
  constructor(
    private readonly database: DataSource,
    private readonly rows: ReceiptRows,
    private readonly people: PeopleService,
    private readonly mail: MailService,
    private readonly queue: FileQueue,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
    payments: PaymentListeners,
  ) {
    payments.credited.add((tx, { paymentId }) => this.postReceipt(tx, paymentId));
  }

  /**
   * Mails the receipt in the transaction that credits the payment. The mail is text only, so that the
   * transaction does not wait for a PDF.
   */
  async postReceipt(tx: EntityManager, paymentId: string): Promise<void> {
    const receipt = await this.receipt(tx, paymentId);
    // A person without an address gets no mail, but can download the receipt.
    if (receipt && receipt.payer !== '')
      await this.mail.postMail(tx, letterOf(receipt, this.config.PUBLIC_URL));
  }

  /**
   * @throws Refusal `payment.unknown` also when the payment belongs to another person, or was not credited;
   *   `request.too-many`
   */
  async file({ ownerId, network }: { ownerId: string; network: string }, paymentId: string): Promise<Paper> {
    const receipt = await this.receipt(this.database, paymentId);
    if (receipt?.ownerId !== ownerId) throw new Refusal('payment.unknown');
    const name = `sixpence-receipt-${receipt.number}.pdf`;
    return {
      name,
      type: 'application/pdf',
      bytes: await this.queue.inTurn({ ownerId, network }, () => drawPaper({ receipt })),
    };
  }

  private async receipt(
    queries: Queries,
    paymentId: string,
  ): Promise<(ReceiptPaper & { ownerId: string }) | undefined> {
    const row = await this.rows.receiptOf(queries, paymentId);
    if (!row) return undefined;
    const [address] = await this.people.addressesOf(row.ownerId, queries);
    return {
      ...row,
      seller: sellerOf(this.config),
      payer: address?.address ?? '',
      zone: this.config.STATEMENT_ZONE,
    };
  }
}

function letterOf(receipt: ReceiptPaper, publicUrl: string): Letter {
  const { seller, number, amount, payer } = receipt;
  const facts = receiptFacts(receipt).map(([name, value]) => `${name}: ${value}`);
  const vat = seller.vatNumber === undefined ? [] : [`VAT ${seller.vatNumber}`];
  const text = [
    'Thank you! Your payment is in your balance.',
    '',
    ...facts,
    '',
    receiptNote(receipt),
    '',
    seller.name,
    ...seller.address,
    ...vat,
    '',
    `This receipt as a PDF, and your statement: ${new URL('/credits', publicUrl).href}`,
  ];
  return { to: payer, subject: `Receipt ${number}: ${formatMoney(amount)}`, text: `${text.join('\n')}\n` };
}

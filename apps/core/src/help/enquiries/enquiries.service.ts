import { Inject, Injectable } from '@nestjs/common';
import { widerNetworkOf } from '@sixpence/config/networks';
import type { Country, ProductSheet } from '@sixpence/contracts/enquiries';
import type { BrochureRequest, ContactRequest } from '@sixpence/contracts/http/enquiries';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { productSheetPdf } from '@sixpence/paper/product-sheet';
import { DataSource } from 'typeorm';
import { asAddress } from '../../people/users/address.js';
import { PeopleService } from '../../people/users/people.service.js';
import { all, changed } from '../../platform/database/sql.js';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import { hashMailbox } from '../../people/email-codes/email-code.js';
import { BudgetsService, type NamedBudget } from '../../platform/http/network/budgets.service.js';
import type { Letter } from '../../platform/mail/letter.js';
import { MailService } from '../../platform/mail/mail.service.js';
import { PersonalDataService } from '../../platform/personal-data/personal-data.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { Every } from '../../platform/process/rounds.js';
import { EnquiryMetrics } from './enquiry-metrics.service.js';
import { enquiryLetter, productSheetLetter } from './enquiry-letters.js';

/** For each form and network. A visitor usually writes once, or again to add something. */
const enquiriesAnHour: NamedBudget = {
  name: 'enquiries of a network',
  points: 5,
  seconds: 3_600,
  shared: true,
};
/** For each form and wider network: one customer of an internet provider has thousands of IPv6 networks. */
const enquiriesAnHourWider: NamedBudget = {
  ...enquiriesAnHour,
  name: 'enquiries of a wider network',
  points: 25,
};
/**
 * For each form, all networks together, so that an attacker with many networks cannot fill the table or the
 * mailbox of staff.
 */
const enquiriesADay: NamedBudget = { name: 'enquiries', points: 1_000, seconds: 86_400, shared: true };
/**
 * For each mailbox, because a visitor can name any address. Beyond it, requests are stored but no sheet is
 * mailed.
 */
const sheetsToAMailbox: NamedBudget = {
  name: 'product sheets to a mailbox',
  points: 3,
  seconds: 86_400,
  shared: true,
};

/** The most rows that one statement of `deleteOldEnquiries` deletes. */
const batchSize = 1_000;

/**
 * A stored enquiry. Nothing proves that name and address are the writer's own. The fields of the other form
 * are null.
 */
export interface Enquiry {
  id: string;
  at: Date;
  /** `contact`: a message. `brochure`: a request for a product sheet. */
  kind: 'contact' | 'brochure';
  firstName: string;
  lastName: string;
  /** As `asAddress` writes it. */
  email: string;
  country: Country;
  /** Only for `contact`, like the next two fields. */
  comment: string | null;
  detectedCountry: string | null;
  detectedCity: string | null;
  /** Only for `brochure`, like the next two fields. */
  company: string | null;
  productSheet: ProductSheet | null;
  additionalInfo: string | null;
}

const columns = `
  kind, first_name, last_name, email, country, comment, detected_country, detected_city, company, product_sheet,
  additional_info`;

type NewEnquiry = Omit<Enquiry, 'id' | 'at'>;

/**
 * Receives enquiries from the forms of the site. An enquiry is stored for a year and mailed to staff; row and
 * mails commit together. An enquiry has no owner until a person proves its address. From then on the person's
 * export contains it, and erasing the account deletes it.
 */
@Injectable()
export class EnquiriesService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly budgets: BudgetsService,
    private readonly mail: MailService,
    private readonly metrics: EnquiryMetrics,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
    people: PeopleService,
    personalData: PersonalDataService,
  ) {
    personalData.register({
      name: 'enquiries',
      exportOf: async (queries, userId) => {
        const addresses = (await people.addressesOf(userId, queries)).map(({ address }) => address);
        return all(
          queries,
          `SELECT at, ${columns} FROM enquiries WHERE email = ANY(:addresses) ORDER BY at`,
          { addresses },
        );
      },
      forget: async (tx, _userId, addresses) => {
        await changed(tx, 'DELETE FROM enquiries WHERE email = ANY(:addresses)', { addresses });
      },
    });
  }

  /** @throws Refusal `request.invalid`, `request.too-many` */
  async receiveMessage({ reference, ...message }: ContactRequest, network: string): Promise<void> {
    if (!(await this.isAdmitted('contact', reference, network))) return;
    await this.storeEnquiry({
      ...message,
      kind: 'contact',
      email: asAddress(message.email),
      company: null,
      productSheet: null,
      additionalInfo: null,
    });
  }

  /**
   * Stores the request and mails the product sheet to the address in it.
   * @throws Refusal `request.invalid`, `request.too-many`
   */
  async receiveBrochureRequest({ reference, ...request }: BrochureRequest, network: string): Promise<void> {
    if (!(await this.isAdmitted('brochure', reference, network))) return;
    const { productSheet } = request;
    const email = asAddress(request.email);
    const mailbox = hashMailbox(email, this.config.SECRET_KEY).toString('base64url');
    const { used } = await this.budgets.countTry(sheetsToAMailbox, mailbox);
    const pdf = used > sheetsToAMailbox.points ? undefined : await productSheetPdf(productSheet);
    const staff = this.config.ENQUIRIES_ADDRESS;
    await this.storeEnquiry(
      { ...request, kind: 'brochure', email, comment: null, detectedCountry: null, detectedCity: null },
      pdf && productSheetLetter({ to: email, staff, sheet: productSheet, pdf }),
    );
  }

  /** All stored enquiries, the newest first. */
  listEnquiries(kind?: Enquiry['kind']): Promise<Enquiry[]> {
    return all(
      this.database,
      `SELECT id, at, ${columns} FROM enquiries WHERE :kind::text IS NULL OR kind = :kind
        ORDER BY at DESC, id`,
      { kind: kind ?? null },
    );
  }

  /** Deletes enquiries that are older than a year. */
  @Every(10 * 60_000, 'warn', 'deleting old enquiries failed; the next round retries')
  async deleteOldEnquiries(): Promise<void> {
    let deleted = batchSize;
    while (deleted === batchSize) {
      deleted = await changed(
        this.database,
        `DELETE FROM enquiries WHERE id IN (
           SELECT id FROM enquiries WHERE at <= app_now() - make_interval(secs => :life) LIMIT :batchSize)`,
        { life: lifeSeconds.enquiry, batchSize },
      );
    }
  }

  /**
   * Counts the call against its budgets.
   * @returns false when the field that people do not see is filled in, so that the sender is a program
   * @throws Refusal `request.too-many`
   */
  private async isAdmitted(
    kind: Enquiry['kind'],
    reference: string | undefined,
    network: string,
  ): Promise<boolean> {
    await this.budgets.takeTry(enquiriesAnHour, `${kind} ${network}`);
    await this.budgets.takeTry(enquiriesAnHourWider, `${kind} ${widerNetworkOf(network)}`);
    if (reference) {
      this.metrics.countEnquiry(kind, 'trapped');
      return false;
    }
    await this.budgets.takeTry(enquiriesADay, kind);
    return true;
  }

  private async storeEnquiry(asked: NewEnquiry, answer?: Letter): Promise<void> {
    const staff = this.config.ENQUIRIES_ADDRESS;
    await this.transactions.run(async (tx) => {
      await changed(
        tx,
        `INSERT INTO enquiries (${columns})
         VALUES (:kind, :firstName, :lastName, :email, :country, :comment, :detectedCountry, :detectedCity,
                 :company, :productSheet, :additionalInfo)`,
        { ...asked },
      );
      if (answer) await this.mail.postMail(tx, answer);
      if (staff !== '') await this.mail.postMail(tx, enquiryLetter(staff, asked, answer !== undefined));
    });
    this.metrics.countEnquiry(asked.kind, 'kept');
  }
}

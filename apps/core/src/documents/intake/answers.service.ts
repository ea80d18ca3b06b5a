import { Inject, Injectable } from '@nestjs/common';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import type { NotTaken } from '@sixpence/contracts/http/intake';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Currency } from '@sixpence/contracts/currencies';
import { money, sum, type Money } from '@sixpence/money/money';
import { DataSource, type EntityManager } from 'typeorm';
import { CreditsService } from '../../money/ledger/credits.service.js';
import { all, changed, one } from '../../platform/database/sql.js';
import { DocumentsService, type ReadyDocument } from '../documents.service.js';
import { MailService } from '../../platform/mail/mail.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { Every } from '../../platform/process/rounds.js';
import { unitPrices, type PriceList } from '../../sites/price.js';
import { PricesService } from '../../sites/prices.service.js';
import { SitesService } from '../../sites/sites.service.js';
import { answerLetter } from './answer-letter.js';
import { MailChoicesService } from './mail-choices.service.js';

const answerEveryMs = 1_000;
/**
 * A person gets at most one answer in this time, and at most this many a day. Waiting mails share one answer.
 */
const answersApartSeconds = 60;
const mostAnswersADay = 30;
/** How many mails one round reads. */
const mostMails = 500;
/** The key of the advisory lock: one core at a time writes answers. */
const answersLock = 1_320;

interface UnansweredMail {
  id: string;
  ownerId: string;
  sender: string;
  messageId: string | null;
  documentIds: string[];
  notTaken: NotTaken[];
  /**
   * The mail has waited longer than `lifeSeconds.mailAnswerWait`, so it is answered even if documents are not
   * prepared.
   */
  isLate: boolean;
}

/** Answers mails when their documents are prepared. One answer covers all waiting mails of a person. */
@Injectable()
export class AnswersService {
  constructor(
    private readonly database: DataSource,
    private readonly documents: DocumentsService,
    private readonly credits: CreditsService,
    private readonly sites: SitesService,
    private readonly prices: PricesService,
    private readonly mail: MailService,
    private readonly choices: MailChoicesService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /** Answers all mails that can be answered now. */
  @Every(answerEveryMs, 'warn', 'mails could not be answered; the next round tries again')
  async answerMails(): Promise<void> {
    await this.database.transaction(async (tx) => {
      const lock = await one<{ isOurs: boolean }>(
        tx,
        'SELECT pg_try_advisory_xact_lock(:answersLock) AS is_ours',
        { answersLock },
      );
      if (!lock?.isOurs) return;
      for (const [ownerId, mails] of await unansweredMails(tx)) await this.answerTo(tx, ownerId, mails);
    });
  }

  private async answerTo(
    tx: EntityManager,
    ownerId: string,
    mails: readonly UnansweredMail[],
  ): Promise<void> {
    const rows = new Map((await this.documents.documentRows(ownerId)).map((row) => [row.orderId, row]));
    const finished = mails.filter(
      ({ documentIds, isLate }) => isLate || documentIds.every((id) => rows.get(id)?.status !== 'processing'),
    );
    const latest = finished.at(-1);
    if (!latest) return;
    const earlier = await answeredBefore(tx, ownerId);
    if (earlier.isRecent) return;
    const { answersMail } = await this.choices.choicesOf(ownerId, tx);
    if (answersMail && earlier.today < mostAnswersADay) {
      const listed = finished.flatMap(({ documentIds }) => documentIds.flatMap((id) => rows.get(id) ?? []));
      const { balance, documents } = await this.withPrices(ownerId, listed);
      const letter = answerLetter({
        to: latest.sender,
        messageId: latest.messageId,
        documents,
        notTaken: finished.flatMap(({ notTaken }) => notTaken),
        balance,
        site: this.config.PUBLIC_URL,
      });
      await this.mail.postMail(tx, letter);
    }
    await changed(tx, 'UPDATE taken_mails SET answered_at = (SELECT app_now()) WHERE id = ANY(:ids)', {
      ids: finished.map(({ id }) => id),
    });
  }

  /**
   * Adds prices in the currency of the first wallet with money, because that money cannot pay at a site with
   * another currency.
   */
  private async withPrices(ownerId: string, rows: readonly DocumentRow[]) {
    const wallets = await this.credits.wallets(ownerId);
    const balance = wallets.find(({ minor }) => minor > 0) ?? wallets[0] ?? money(0, 'GBP');
    const lists = await this.priceListsIn(balance.currency);
    const ready = await this.documents.readyAmong(
      ownerId,
      rows.map(({ orderId }) => orderId),
    );
    const documents = rows.map((row) => {
      const document = ready.get(row.orderId);
      const price = document && lowestPrice(document, lists, balance.currency);
      return { row, ...(price && { price }) };
    });
    return { balance, documents };
  }

  private async priceListsIn(currency: Currency): Promise<PriceList[]> {
    const sites = (await this.sites.sites()).filter((site) => site.currency === currency);
    const lists = await Promise.all(sites.map(({ id }) => this.prices.current(id)));
    return lists.filter((list) => list !== undefined);
  }
}

function lowestPrice(
  { pages, side, isColor }: ReadyDocument,
  lists: readonly PriceList[],
  currency: Currency,
): { least: Money; varies: boolean } | undefined {
  const prices = lists.map((list) => sum(unitPrices(pages, { side, isColor }, list), currency).minor);
  if (prices.length === 0) return undefined;
  const least = Math.min(...prices);
  return { least: money(least, currency), varies: prices.some((price) => price > least) };
}

/** Unanswered mails by owner, oldest first. */
async function unansweredMails(tx: EntityManager): Promise<Map<string, UnansweredMail[]>> {
  const mails = await all<UnansweredMail>(
    tx,
    `SELECT id, owner_id, sender, message_id, document_ids, not_taken,
       done_at < app_now() - make_interval(secs => :wait) AS is_late
     FROM taken_mails WHERE answered_at IS NULL AND done_at IS NOT NULL
     ORDER BY done_at LIMIT :mostMails FOR UPDATE SKIP LOCKED`,
    { wait: lifeSeconds.mailAnswerWait, mostMails },
  );
  const byOwner = new Map<string, UnansweredMail[]>();
  for (const mail of mails) byOwner.set(mail.ownerId, [...(byOwner.get(mail.ownerId) ?? []), mail]);
  return byOwner;
}

async function answeredBefore(
  tx: EntityManager,
  ownerId: string,
): Promise<{ isRecent: boolean; today: number }> {
  const row = await one<{ isRecent: boolean; today: number }>(
    tx,
    `SELECT coalesce(max(answered_at) > app_now() - make_interval(secs => :apart), false) AS is_recent,
       count(DISTINCT answered_at)::int AS today
     FROM taken_mails WHERE owner_id = :ownerId AND answered_at > app_now() - interval '1 day'`,
    { ownerId, apart: answersApartSeconds },
  );
  return row ?? { isRecent: false, today: 0 };
}

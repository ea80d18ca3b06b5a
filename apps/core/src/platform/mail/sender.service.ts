import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { all, changed } from '../database/sql.js';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { LOGGER } from '../process/logger.js';
import { Every } from '../process/rounds.js';
import type { Letter } from './letter.js';
import { MAIL_TRANSPORT, type MailTransport } from './mail-transport.js';
import { mailKey, MailService } from './mail.service.js';
import { isAddressRefused, isRefusedForGood, pauseSeconds } from './next-try.js';
import { openLetter } from './sealed-letter.js';

const sendEveryMs = 500;
const atOnce = 5;

/** When core stops, mail that is being sent has this long to finish. */
const stopWithinMs = 2_000;

/**
 * The lease of a mail, longer than any try. When a core dies, another core sends its mail after this time.
 */
const tryWithinSeconds = 120;

interface DueMail {
  id: string;
  sealed: Buffer;
  tries: number;
  isLate: boolean;
}

/**
 * Sends outgoing mail. One core at a time takes a row, sends it, and deletes it. A failed try is retried
 * while the mail is useful. A mail that was refused for good, or is late, loses its content at once. If a
 * core dies between sending and deleting, another core sends a second copy, with the same message id.
 */
@Injectable()
export class SenderService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly key: Buffer;
  private readonly closeSoon = () => {
    setTimeout(() => this.transport?.close(), stopWithinMs).unref();
  };

  constructor(
    private readonly database: DataSource,
    private readonly mail: MailService,
    @Inject(MAIL_TRANSPORT) private readonly transport: MailTransport | null,
    @Inject(CORE_CONFIG) config: CoreConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.key = mailKey(config);
  }

  onApplicationBootstrap(): void {
    if (!this.transport) {
      this.logger.warn('MAIL_URL is not set: mail waits in the database until it is no longer useful');
    }
  }

  onModuleDestroy(): void {
    this.transport?.close();
  }

  /** Sends all due mail, a few at a time. */
  @Every(sendEveryMs, 'warn', 'sending mail failed; the next round retries')
  async sendDueMail(stopping?: AbortSignal): Promise<void> {
    // Every round adds the same function, and a signal keeps a function only once.
    stopping?.addEventListener('abort', this.closeSoon);
    let taken = atOnce;
    while (taken === atOnce && !stopping?.aborted) {
      const due = await this.takeDueMails();
      taken = due.length;
      await Promise.all(due.map((mail) => this.sendOrGiveUp(mail)));
    }
    await changed(
      this.database,
      'DELETE FROM outgoing_mails WHERE given_up_at < app_now() - make_interval(secs => :life)',
      { life: lifeSeconds.givenUpMail },
    );
  }

  /** Leases due mails. Without a mail server only late ones, to give them up. */
  private takeDueMails(): Promise<DueMail[]> {
    return all(
      this.database,
      `UPDATE outgoing_mails
       SET tries = tries + 1, next_try_at = app_now() + make_interval(secs => :tryWithinSeconds)
       WHERE id IN (
         SELECT id FROM outgoing_mails
         WHERE given_up_at IS NULL AND next_try_at <= app_now() AND (:canSend OR useful_until <= app_now())
         ORDER BY next_try_at LIMIT :atOnce FOR UPDATE SKIP LOCKED
       )
       RETURNING id, sealed, tries, useful_until <= app_now() AS is_late`,
      { tryWithinSeconds, atOnce, canSend: this.transport !== null },
    );
  }

  private async sendOrGiveUp(mail: DueMail): Promise<void> {
    if (mail.isLate) {
      await this.giveMailUp(mail, 'too late');
      return;
    }
    try {
      await this.transport?.sendMail(mail.id, this.openLetter(mail));
      await changed(this.database, 'DELETE FROM outgoing_mails WHERE id = :id', { id: mail.id });
    } catch (error) {
      const reply = replyOf(error);
      if (isRefusedForGood(error)) {
        // Stores the refused address first: if core dies in between, the mail is sent and refused once more.
        if (isAddressRefused(error)) await this.mail.refused.notify(this.openLetter(mail).to);
        await this.giveMailUp(mail, reply);
        return;
      }
      this.logger.warn(
        { mailId: mail.id, tries: mail.tries, reply },
        'sending a mail failed; it will be retried',
      );
      await changed(
        this.database,
        'UPDATE outgoing_mails SET next_try_at = app_now() + make_interval(secs => :pause) WHERE id = :id',
        { id: mail.id, pause: pauseSeconds(mail.tries) },
      );
    }
  }

  private openLetter({ id, sealed }: DueMail): Letter {
    return openLetter(this.key, id, sealed);
  }

  private async giveMailUp({ id, tries }: DueMail, reason: string): Promise<void> {
    await changed(
      this.database,
      'UPDATE outgoing_mails SET sealed = NULL, given_up_at = app_now(), reason = :reason WHERE id = :id',
      { id, reason },
    );
    this.logger.error({ mailId: id, tries, reason }, 'a mail was given up');
  }
}

/** The codes of an error, without the server's text, which repeats the address. */
function replyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown };
  const parts = [responseCode, code].filter((part) => typeof part === 'number' || typeof part === 'string');
  return parts.length > 0 ? parts.join(' ') : error.name;
}

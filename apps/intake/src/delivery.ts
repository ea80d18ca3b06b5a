import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { SentMailRequest } from '@sixpence/contracts/http/intake';
import type { Logger } from 'pino';
import type { SMTPServerDataStream } from 'smtp-server';
import { CoreRefusal, type CoreClient } from './core-client.js';
import { limits } from './limits.js';
import { LineEndings } from './line-endings.js';
import type { NameServers } from './name-servers.js';
import { ReaderFailure, type Readers, type Work } from './readers.js';
import type { Envelope, SenderVerdict } from './reading/check-sender.js';
import type { MailContents } from './reading/take-apart.js';
import { Reply, replies } from './reply.js';
import { senderNetwork } from './sender-network.js';
import type { Spool, SpooledMail } from './spool.js';
import { FairPool } from './fair-pool.js';
import { optionsInAddress, optionsInSubject } from './words.js';

interface Dependencies {
  spool: Pick<Spool, 'addMail'>;
  readers: Pick<Readers, 'readMail'>;
  names: Pick<NameServers, 'queriesFor'>;
  core: Pick<CoreClient, 'checkMailSender' | 'beginMail' | 'sendFile' | 'endMail'>;
  /** The address of the site, for replies. */
  site: string;
  logger: Logger;
}

/** The sender's network, and the signals that end the work. */
type MailWork = Pick<Work, 'network' | 'cancelled' | 'deadline'>;

/** The signals between a conversation and a delivery. */
interface ConversationSignals {
  /** Aborted when the sender has disconnected. The sender gets no answer, and sends the mail again. */
  disconnected: AbortSignal;
  /** Called when the sender is proven. */
  proven: () => void;
}

/** Handles one mail, from its first byte to its answer. */
export class Deliveries {
  /**
   * A mail takes one of these slots only after its sender is proven, so that slow or forged mails do not
   * delay other mails.
   */
  private readonly slots = new FairPool(Array.from({ length: limits.mailsAtOnce }, (_, number) => number));

  constructor(private readonly dependencies: Dependencies) {}

  /**
   * Takes a mail. When this returns, its documents are stored; until then the sender keeps the mail.
   * @returns the text of the positive reply
   * @throws Reply
   */
  async takeMail(
    stream: SMTPServerDataStream,
    envelope: Envelope,
    { disconnected, proven }: ConversationSignals,
  ): Promise<string> {
    const network = senderNetwork(envelope.ip);
    const full = new AbortController();
    const mail = this.dependencies.spool.addMail(network, () => {
      stream.destroy(replies.busy());
      full.abort(replies.busy());
    });
    try {
      await receiveMail(stream, mail);
      mail.markReceived();
      const deadline = AbortSignal.timeout(limits.answerMs);
      const work = { network, cancelled: AbortSignal.any([disconnected, deadline, full.signal]), deadline };
      const verdict = await this.checkSender(mail, envelope, work);
      if (verdict.is === 'automatic') return '2.0.0 Taken, and not printed: no person sent it';
      if (verdict.is === 'doubtful') throw replies.doubtful();
      if (verdict.is === 'unproven') throw replies.unproven();
      mail.markProven();
      proven();
      await this.storeProvenMail(mail, { ...verdict, recipient: envelope.recipient }, work);
      return '2.0.0 Taken: see the dashboard';
    } catch (error) {
      if (error instanceof Reply) throw error;
      // Not a warning, because a sender may disconnect often and must not fill the log.
      if (disconnected.aborted)
        this.dependencies.logger.debug({ err: error }, 'a sender disconnected before the answer');
      else
        this.dependencies.logger.warn(
          { err: error },
          'a mail was not accepted; its sender was asked to send it again',
        );
      throw replies.later(error);
    } finally {
      await mail.free();
    }
  }

  private async storeProvenMail(
    mail: SpooledMail,
    { sender: address, digest, recipient }: { sender: string; digest: string; recipient: string },
    work: MailWork,
  ): Promise<void> {
    const { network, cancelled, deadline } = work;
    try {
      await this.dependencies.core.checkMailSender(address, cancelled);
      const slot = await this.slots.acquire(network, cancelled);
      try {
        const taken = await this.takeApart(mail, work);
        if (taken.documents.length === 0) throw replies.nothing(taken.notTaken);
        const options = { ...optionsInSubject(taken.subject), ...optionsInAddress(recipient) };
        await this.sendToCore({ address, digest, ...options }, taken, deadline);
      } finally {
        this.slots.giveBack(slot);
      }
    } catch (error) {
      throw error instanceof CoreRefusal ? this.replyToRefusal(error, address) : error;
    }
  }

  private async sendToCore(
    mail: Pick<SentMailRequest, 'address' | 'digest' | 'side' | 'isColor'>,
    { documents, notTaken, messageId }: MailContents,
    deadline: AbortSignal,
  ): Promise<void> {
    const { core } = this.dependencies;
    const described = documents.map(({ name, byteLength }) => ({ name, byteLength }));
    const id = messageId !== undefined && /^<[^<>\s\p{Cc}]{1,990}>$/u.test(messageId) && { messageId };
    const announced = { ...mail, documents: described, notTaken: notTaken.slice(0, 100), ...id };
    const { mailId, isDone, addresses } = await core.beginMail(announced, deadline);
    if (isDone) return;
    for (const [index, document] of documents.entries()) {
      const path = addresses[index];
      if (path === undefined) throw new Error('Core gave no address for a document');
      await core.sendFile(path, document, deadline);
    }
    await core.endMail(mailId, deadline);
  }

  /**
   * Checks the sender of the mail. While name servers are queried, the mail occupies no reader.
   * @throws Reply, ReaderFailure
   */
  private async checkSender(
    { file }: SpooledMail,
    envelope: Envelope,
    work: MailWork,
  ): Promise<SenderVerdict> {
    const { cancelled } = work;
    const names = this.dependencies.names.queriesFor(
      AbortSignal.any([cancelled, AbortSignal.timeout(limits.dnsMs)]),
    );
    const time = { leftMs: limits.senderCheckMs };
    for (;;) {
      cancelled.throwIfAborted();
      const answer = await this.dependencies.readers
        .readMail({ task: 'check-sender', file, envelope, known: names.known }, { ...work, time })
        .catch((error: unknown) => {
          throw error instanceof ReaderFailure && error.isOverBudget ? replies.unreadable() : error;
        });
      if ('queries' in answer) {
        await names.lookUp(answer.queries);
        continue;
      }
      if (!('verdict' in answer))
        throw new Error('failed' in answer ? answer.failed : 'The reader answered another question');
      if (!answer.verdict) throw replies.unreadable();
      return answer.verdict;
    }
  }

  /** @throws Reply */
  private async takeApart({ file, folder }: SpooledMail, work: MailWork): Promise<MailContents> {
    const answer = await this.dependencies.readers
      .readMail({ task: 'take-apart', file, folder }, { ...work, time: { leftMs: limits.takeApartMs } })
      // A parser that fails on a mail fails again on a retry.
      .catch((cause: unknown) => {
        if (work.cancelled.aborted) throw cause;
        return { failed: String(cause), isFull: false };
      });
    if ('documents' in answer) return answer;
    if ('problem' in answer && answer.problem === 'too-many-parts') throw replies.tooManyParts();
    if ('failed' in answer) {
      this.dependencies.logger.warn({ reason: answer.failed }, 'a mail could not be taken apart');
      if (answer.isFull) throw replies.full(answer.failed);
    }
    throw replies.unreadable();
  }

  private replyToRefusal({ code }: CoreRefusal, address: string): Error {
    switch (code) {
      case 'account.unknown':
        return replies.unknown(address, this.dependencies.site);
      case 'account.locked':
        return replies.locked();
      case 'mail.switched-off':
        return replies.switchedOff(this.dependencies.site);
      case 'document.quota':
        return replies.noRoom();
      case 'request.too-many':
        return replies.tooOften();
      case 'document.type':
      case 'document.name':
        return replies.nothing([]);
      default:
        return new Error(`Core refused a mail: ${code}`);
    }
  }
}

/**
 * Writes the mail into the spool.
 * @throws Reply
 */
async function receiveMail(stream: SMTPServerDataStream, mail: SpooledMail): Promise<void> {
  const endings = new LineEndings();
  const file = createWriteStream(mail.file, { mode: 0o600 });
  let writeError: unknown;
  const recordError = (error: unknown) => {
    writeError = error;
  };
  file.on('error', recordError);
  let receivedBytes = 0;
  let receivedBefore = 0;
  let requiredBytes = 0;
  const pace = setInterval(() => {
    requiredBytes += limits.paceBytes;
    if (receivedBytes - receivedBefore < requiredBytes) stream.destroy(replies.slow());
    receivedBefore = receivedBytes;
  }, limits.paceMs);
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      receivedBytes += piece.length;
      // The rest of a refused mail is read and discarded, because SMTP answers a mail only after its end.
      if (stream.sizeExceeded || writeError !== undefined) continue;
      endings.add(piece);
      mail.grow(piece.length);
      if (!file.write(piece)) await once(file, 'drain').catch(recordError);
    }
    if (stream.sizeExceeded) throw replies.tooLarge();
    if (!endings.areClean) throw replies.lineEndings();
    if (endings.longestLine > limits.lineBytes) throw replies.longLine();
    if (writeError === undefined) {
      file.end();
      await once(file, 'close').catch(recordError);
    }
    if (writeError !== undefined) throw replies.full(writeError);
  } finally {
    clearInterval(pace);
    file.destroy();
  }
}

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { SentMailRequest } from '@sixpence/contracts/http/intake';
import type { Logger } from 'pino';
import type { SMTPServerDataStream } from 'smtp-server';
import { CoreRefusal, type CoreClient } from './core-client.js';
import { limits } from './limits.js';
import { LineEndings } from './line-endings.js';
import type { NameServers } from './name-servers.js';
import { ReaderTrouble, type Readers, type Work } from './readers.js';
import type { Envelope, Seen } from './reading/check-sender.js';
import type { Taken } from './reading/take-apart.js';
import { Reply, replies } from './reply.js';
import { senderNetwork } from './sender-network.js';
import type { Spool, SpooledMail } from './spool.js';
import { Turns } from './turns.js';
import { wordsOfAddress, wordsOfSubject } from './words.js';

interface Delivering {
  spool: Pick<Spool, 'addMail'>;
  readers: Pick<Readers, 'readMail'>;
  names: Pick<NameServers, 'queriesFor'>;
  core: Pick<CoreClient, 'welcome' | 'beginMail' | 'sendFile' | 'endMail'>;
  /** The address of the site, for replies. */
  site: string;
  logger: Logger;
}

/** The sender's network, and the deadlines of the work. */
type ForSender = Pick<Work, 'network' | 'over' | 'late'>;

/** The signals between a conversation and a delivery. */
interface Circumstances {
  /** Aborted when the sender has disconnected: the sender gets no answer, and sends the mail again. */
  disconnected: AbortSignal;
  /** Called when the sender is proven. */
  proven: () => void;
}

/** Handles one mail, from its first byte to its answer. */
export class Deliveries {
  /**
   * A mail takes one of these places only after its sender is proven, so that slow or forged mails block no
   * other.
   */
  private readonly places = new Turns(Array.from({ length: limits.mailsAtOnce }, (_, number) => number));

  constructor(private readonly by: Delivering) {}

  /**
   * Takes a mail. Once this has returned, its documents are stored; until then the sender keeps the mail.
   * @returns the text of the positive reply
   * @throws Reply
   */
  async takeMail(
    stream: SMTPServerDataStream,
    envelope: Envelope,
    { disconnected, proven }: Circumstances,
  ): Promise<string> {
    const network = senderNetwork(envelope.ip);
    const full = new AbortController();
    const mail = this.by.spool.addMail(network, () => {
      stream.destroy(replies.busy());
      full.abort(replies.busy());
    });
    try {
      await receiveMail(stream, mail);
      mail.hasCome();
      const late = AbortSignal.timeout(limits.answerMs);
      const forSender = { network, over: AbortSignal.any([disconnected, late, full.signal]), late };
      const seen = await this.findSender(mail, envelope, forSender);
      if (seen.is === 'automatic') return '2.0.0 Taken, and not printed: no person sent it';
      if (seen.is === 'doubtful') throw replies.doubtful();
      if (seen.is === 'unproven') throw replies.unproven();
      mail.isProven();
      proven();
      await this.deliver(mail, { ...seen, recipient: envelope.recipient }, forSender);
      return '2.0.0 Taken: see the dashboard';
    } catch (error) {
      if (error instanceof Reply) throw error;
      // Not a warning, because a sender may disconnect often and must not fill the log.
      if (disconnected.aborted)
        this.by.logger.debug({ err: error }, 'a sender disconnected before the answer');
      else this.by.logger.warn({ err: error }, 'a mail was not taken; its sender was asked to send it again');
      throw replies.later(error);
    } finally {
      await mail.free();
    }
  }

  private async deliver(
    mail: SpooledMail,
    { sender: address, digest, recipient }: { sender: string; digest: string; recipient: string },
    forSender: ForSender,
  ): Promise<void> {
    const { network, over, late } = forSender;
    try {
      await this.by.core.welcome(address, over);
      const place = await this.places.takeTurn(network, over);
      try {
        const taken = await this.takeApart(mail, forSender);
        if (taken.documents.length === 0) throw replies.nothing(taken.notTaken);
        const options = { ...wordsOfSubject(taken.subject), ...wordsOfAddress(recipient) };
        await this.store({ address, digest, ...options }, taken, late);
      } finally {
        this.places.giveBack(place);
      }
    } catch (error) {
      throw error instanceof CoreRefusal ? this.refused(error, address) : error;
    }
  }

  private async store(
    mail: Pick<SentMailRequest, 'address' | 'digest' | 'side' | 'isColor'>,
    { documents, notTaken, messageId }: Taken,
    late: AbortSignal,
  ): Promise<void> {
    const { core } = this.by;
    const described = documents.map(({ name, byteLength }) => ({ name, byteLength }));
    const id = messageId !== undefined && /^<[^<>\s\p{Cc}]{1,990}>$/u.test(messageId) && { messageId };
    const said = { ...mail, documents: described, notTaken: notTaken.slice(0, 100), ...id };
    const { mailId, isDone, addresses } = await core.beginMail(said, late);
    if (isDone) return;
    for (const [index, document] of documents.entries()) {
      const path = addresses[index];
      if (path === undefined) throw new Error('Core gave no address for a document');
      await core.sendFile(path, document, late);
    }
    await core.endMail(mailId, late);
  }

  /**
   * Finds out who sent the mail. While name servers are asked, the mail occupies no reader.
   * @throws Reply, ReaderTrouble
   */
  private async findSender({ file }: SpooledMail, envelope: Envelope, forSender: ForSender): Promise<Seen> {
    const { over } = forSender;
    const names = this.by.names.queriesFor(AbortSignal.any([over, AbortSignal.timeout(limits.dnsMs)]));
    const time = { leftMs: limits.senderCheckMs };
    for (;;) {
      over.throwIfAborted();
      const answer = await this.by.readers
        .readMail({ task: 'check-sender', file, envelope, known: names.known }, { ...forSender, time })
        .catch((error: unknown) => {
          throw error instanceof ReaderTrouble && error.isTooMuch ? replies.unreadable() : error;
        });
      if ('asks' in answer) {
        await names.lookUp(answer.asks);
        continue;
      }
      if (!('seen' in answer))
        throw new Error('failed' in answer ? answer.failed : 'The reader answered another question');
      if (!answer.seen) throw replies.unreadable();
      return answer.seen;
    }
  }

  /** @throws Reply */
  private async takeApart({ file, folder }: SpooledMail, forSender: ForSender): Promise<Taken> {
    const answer = await this.by.readers
      .readMail({ task: 'take-apart', file, folder }, { ...forSender, time: { leftMs: limits.takeApartMs } })
      // A parser that fails on a mail fails again on a retry.
      .catch((cause: unknown) => {
        if (forSender.over.aborted) throw cause;
        return { failed: String(cause), isFull: false };
      });
    if ('documents' in answer) return answer;
    if ('problem' in answer && answer.problem === 'too-many-parts') throw replies.tooManyParts();
    if ('failed' in answer) {
      this.by.logger.warn({ reason: answer.failed }, 'a mail could not be taken apart');
      if (answer.isFull) throw replies.full(answer.failed);
    }
    throw replies.unreadable();
  }

  private refused({ code }: CoreRefusal, address: string): Error {
    switch (code) {
      case 'account.unknown':
        return replies.unknown(address, this.by.site);
      case 'account.locked':
        return replies.locked();
      case 'mail.switched-off':
        return replies.switchedOff(this.by.site);
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
  let trouble: unknown;
  const failed = (error: unknown) => {
    trouble = error;
  };
  file.on('error', failed);
  let came = 0;
  let before = 0;
  let wantedBytes = 0;
  const pace = setInterval(() => {
    wantedBytes += limits.paceBytes;
    if (came - before < wantedBytes) stream.destroy(replies.slow());
    before = came;
  }, limits.paceMs);
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      came += piece.length;
      // The rest of a refused mail is read and discarded, because SMTP answers after its end only.
      if (stream.sizeExceeded || trouble !== undefined) continue;
      endings.add(piece);
      mail.grow(piece.length);
      if (!file.write(piece)) await once(file, 'drain').catch(failed);
    }
    if (stream.sizeExceeded) throw replies.tooLarge();
    if (!endings.areClean) throw replies.lineEndings();
    if (endings.longestLine > limits.lineBytes) throw replies.longLine();
    if (trouble === undefined) {
      file.end();
      await once(file, 'close').catch(failed);
    }
    if (trouble !== undefined) throw replies.full(trouble);
  } finally {
    clearInterval(pace);
    file.destroy();
  }
}

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { networkOf } from '@sixpence/config/networks';
import type { SaidMail } from '@sixpence/contracts/http/intake';
import type { Logger } from 'pino';
import type { SMTPServerDataStream } from 'smtp-server';
import { CoreRefusal, type CoreClient } from './core-client.js';
import { limits } from './limits.js';
import { LineEndings } from './line-endings.js';
import type { Readers } from './readers.js';
import type { Envelope, Seen } from './reading/look.js';
import type { Taken } from './reading/take-apart.js';
import { Reply, replies } from './reply.js';
import type { Place, Spool } from './spool.js';
import { wordsOfAddress, wordsOfSubject } from './words.js';

interface Delivering {
  spool: Spool;
  readers: Readers;
  core: CoreClient;
  /** Where people find their account. */
  site: string;
  logger: Logger;
}

/** One mail, from its first byte to its answer. */
export class Deliveries {
  constructor(private readonly by: Delivering) {}

  /**
   * Takes a mail over. Once this answers, its documents are there; until then whoever sends it keeps it.
   * @returns what the sender is told
   * @throws Reply
   */
  async take(stream: SMTPServerDataStream, envelope: Envelope): Promise<string> {
    const place = this.by.spool.take(networkOf(envelope.ip));
    if (!place) throw replies.busy();
    try {
      await receive(stream, place);
      return await this.deliver(place, envelope);
    } catch (error) {
      if (error instanceof Reply) throw error;
      this.by.logger.warn({ err: error }, 'a mail was not taken, its sender was asked to come again');
      throw replies.later(error);
    } finally {
      await place.free();
    }
  }

  private async deliver(place: Place, envelope: Envelope): Promise<string> {
    const late = AbortSignal.timeout(limits.answerMs);
    const seen = await this.look(place, envelope);
    if (seen.isAutomatic) return '2.0.0 Taken, and not printed: no person sent it';
    const address = provenSender(seen);
    try {
      await this.by.core.welcome(address, late);
      const taken = await this.takeApart(place);
      if (taken.documents.length === 0) throw replies.nothing(taken.notTaken);
      const options = { ...wordsOfSubject(taken.subject), ...wordsOfAddress(envelope.recipient) };
      await this.store({ address, digest: seen.digest, ...options }, taken, late);
    } catch (error) {
      throw error instanceof CoreRefusal ? this.refused(error, address) : error;
    }
    return '2.0.0 Taken: see the dashboard';
  }

  private async store(
    mail: Pick<SaidMail, 'address' | 'digest' | 'side' | 'isColor'>,
    { documents, notTaken, messageId }: Taken,
    late: AbortSignal,
  ): Promise<void> {
    const { core } = this.by;
    const described = documents.map(({ name, byteLength }) => ({ name, byteLength }));
    const id = messageId !== undefined && /^<[^<>\s\p{Cc}]{1,990}>$/u.test(messageId) && { messageId };
    const said = { ...mail, documents: described, notTaken: notTaken.slice(0, 100), ...id };
    const { mailId, isDone, addresses } = await core.begin(said, late);
    if (isDone) return;
    for (const [index, document] of documents.entries()) {
      const path = addresses[index];
      if (path === undefined) throw new Error('Core gave no address for a document');
      await core.send(path, document, late);
    }
    await core.end(mailId, late);
  }

  /** @throws Reply, ReaderTrouble */
  private async look({ mail: file }: Place, envelope: Envelope): Promise<Seen> {
    const answer = await this.by.readers.ask({ task: 'look', file, envelope });
    if (!('seen' in answer)) throw new Error('failed' in answer ? answer.failed : 'This was not asked');
    if (!answer.seen) throw replies.unreadable();
    return answer.seen;
  }

  /** @throws Reply */
  private async takeApart({ mail: file, folder }: Place): Promise<Taken> {
    const answer = await this.by.readers
      .ask({ task: 'take-apart', file, folder })
      // What a parser cannot read today it cannot read tomorrow.
      .catch((cause: unknown) => ({ failed: String(cause), isFull: false }));
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

/** @throws Reply */
function provenSender({ sender, proof }: Seen): string {
  if (proof === 'doubtful') throw replies.doubtful();
  if (proof !== 'proven' || sender === undefined) throw replies.unproven();
  return sender;
}

/** Writes the mail into its place. @throws Reply */
async function receive(stream: SMTPServerDataStream, place: Place): Promise<void> {
  const endings = new LineEndings();
  const file = createWriteStream(place.mail, { mode: 0o600 });
  let trouble: unknown;
  file.on('error', (error) => {
    trouble = error;
  });
  let came = 0;
  let before = 0;
  const pace = setInterval(() => {
    if (came - before < limits.paceBytes) stream.destroy(replies.slow());
    before = came;
  }, limits.paceMs);
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      came += piece.length;
      // The rest of what is refused is read and thrown away: a sender hears nothing before its end.
      if (stream.sizeExceeded || trouble !== undefined) continue;
      endings.add(piece);
      if (!file.write(piece)) await Promise.race([once(file, 'drain'), once(file, 'close')]);
    }
    if (stream.sizeExceeded) throw replies.tooLarge();
    if (!endings.areClean) throw replies.lineEndings();
    if (trouble === undefined) {
      file.end();
      await once(file, 'close');
    }
    if (trouble !== undefined) throw replies.full(trouble);
  } finally {
    clearInterval(pace);
    file.destroy();
  }
}

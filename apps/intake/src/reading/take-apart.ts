import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mostMailedDocuments, type NotTaken } from '@sixpence/contracts/http/intake';
import { limits } from '../limits.js';
import { cloudServicesLinkedIn } from './cloud-links.js';
import { mailText, rawTexts } from './mail-text.js';
import { readMessage, Unreadable, type Attachment, type Message, type Node } from './message.js';
import { isSmallPicture, kindOf, printedName } from './part-kind.js';
import { richText } from './rich-text.js';
import { uuencodedIn } from './uuencoded.js';

/** A future document; its bytes are in `file`. */
export interface Part {
  name: string;
  file: string;
  byteLength: number;
}

/** The contents of a mail: its documents, the parts that are not taken, its subject, and its id. */
export interface MailContents {
  documents: Part[];
  notTaken: NotTaken[];
  subject: string;
  messageId: string | undefined;
}

export type TakenApart = MailContents | { problem: Unreadable['problem'] };

/**
 * Finds everything in a mail that can be printed, in the mail's order, including the parts of forwarded
 * mails. A mail without a file is printed as its text. Files are written into `folder`.
 */
export async function takeApart(mail: string, folder: string): Promise<TakenApart> {
  const contents = new Contents(folder);
  try {
    const { headers } = await contents.addMail(mail, 0);
    const subject = textOf(headers.get('subject'));
    await contents.addTextAndLinks(subject);
    const { documents, notTaken } = contents;
    return { documents, notTaken, subject, messageId: textOf(headers.get('message-id')) || undefined };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem };
    throw error;
  }
}

/** Collects the contents of a mail and of the mails inside it. */
class Contents {
  readonly documents: Part[] = [];
  readonly notTaken: NotTaken[] = [];
  private readonly texts: string[] = [];
  private readonly cloudServices = new Set<string>();
  private attachments = 0;
  private parts = 0;

  constructor(private readonly folder: string) {}

  /**
   * Adds one mail; `level` counts the mails and parts around it.
   * @throws Unreadable
   */
  async addMail(mail: string, level: number): Promise<Message> {
    const message = await readMessage(mail, {
      folder: await mkdtemp(join(this.folder, 'mail-')),
      wants: (attachment) => ['document', 'mail'].includes(kindOf(attachment)),
      mostParts: limits.parts - this.parts,
    });
    // A nested mail is deleted once it is read, so that there are at most two copies of its bytes.
    if (level > 0) await rm(mail);
    this.parts += countParts(message.tree);
    const levels = level + depthOf(message.tree);
    if (this.parts > limits.parts || levels > limits.levels) throw new Unreadable('too-many-parts');
    await this.takeUuencoded(message.tree);
    const text = mailText(message);
    if (text !== undefined) this.texts.push(text);
    for (const name of cloudServicesLinkedIn(rawTexts(message.tree))) this.cloudServices.add(name);
    for (const attachment of message.attachments) {
      const { file } = attachment;
      if (kindOf(attachment) === 'mail' && file !== undefined) await this.addMail(file, levels);
      else this.addPart(attachment);
    }
    return message;
  }

  /**
   * Makes a document of the text if the mail has neither documents nor refused parts. In any case reports
   * links to cloud services, after the other parts.
   */
  async addTextAndLinks(subject: string): Promise<void> {
    if (this.documents.length === 0 && this.notTaken.length === 0 && this.texts.length > 0) {
      const file = join(this.folder, 'text');
      const bytes = Buffer.from(richText(this.texts.join('\n\n\n')), 'latin1');
      await writeFile(file, bytes, { mode: 0o600 });
      // `.rtf` is added even when the subject ends in another extension, such as `report.pdf`.
      const name = `${printedName({ name: subject.slice(0, 200), contentType: '' }, 'Mail')}.rtf`;
      this.documents.push({ name, file, byteLength: bytes.length });
    }
    for (const service of this.cloudServices) this.notTaken.push({ name: service, why: 'link' });
  }

  private async takeUuencoded(node: Node): Promise<void> {
    for (const child of node.children) await this.takeUuencoded(child);
    const { text, files } = uuencodedIn(node.textContent ?? '');
    if (files.length === 0) return;
    node.textContent = text;
    for (const { name, bytes } of files.slice(0, limits.parts)) {
      const file = join(this.folder, `uuencoded-${this.attachments}`);
      await writeFile(file, bytes, { mode: 0o600 });
      const contentType = 'application/octet-stream';
      this.addPart({ name, contentType, isInline: false, byteLength: bytes.length, file });
    }
  }

  private addPart(attachment: Attachment): void {
    this.attachments += 1;
    const kind = kindOf(attachment);
    const name = printedName(attachment, `attachment-${this.attachments}`);
    const { byteLength, file } = attachment;
    if (kind === 'decoration' || kind === 'mail' || isSmallPicture(attachment, name)) return;
    if (kind !== 'document') this.notTaken.push({ name, why: kind });
    else if (byteLength === 0 || file === undefined) this.notTaken.push({ name, why: 'empty' });
    else if (this.documents.length === mostMailedDocuments) this.notTaken.push({ name, why: 'too-many' });
    else this.documents.push({ name, file, byteLength });
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function depthOf({ children }: Node): number {
  return 1 + Math.max(0, ...children.map(depthOf));
}

function countParts({ children }: Node): number {
  return children.reduce((sum, child) => sum + countParts(child), 1);
}

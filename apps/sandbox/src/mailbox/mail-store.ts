/** A mail as `GET /email` returns it, in MailDev's format. Times are ISO 8601, sizes are bytes. */
export interface MailRecord {
  readonly id: string;
  readonly time: string;
  readonly from: readonly Address[];
  readonly to: readonly Address[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly messageId: string;
  readonly size: number;
  readonly envelope: { readonly from: Address; readonly to: readonly Address[] };
  readonly attachments: readonly Attachment[];
}

export interface Address {
  readonly address: string;
  readonly name: string;
}

interface Attachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly length: number;
}

/** A mail with its raw bytes, and the bytes of its attachments in the order of `mail.attachments`. */
export interface StoredMail {
  readonly mail: MailRecord;
  readonly source: Buffer;
  readonly files: readonly Buffer[];
}

/** The newest mails, in memory, limited in number and total bytes. The oldest are removed first. */
export class MailStore {
  private readonly mails = new Map<string, StoredMail>();

  constructor(private readonly limits = { mails: 200, bytes: 100 * 1024 * 1024 }) {}

  add(stored: StoredMail): void {
    this.mails.set(stored.mail.id, stored);
    for (const oldest of this.mails.keys()) {
      const isFull = this.mails.size > this.limits.mails || this.bytes > this.limits.bytes;
      if (!isFull || this.mails.size === 1) return;
      this.mails.delete(oldest);
    }
  }

  /** Oldest first. */
  all(): readonly MailRecord[] {
    return [...this.mails.values()].map(({ mail }) => mail);
  }

  get(id: string): StoredMail | undefined {
    return this.mails.get(id);
  }

  delete(id: string): boolean {
    return this.mails.delete(id);
  }

  clear(): void {
    this.mails.clear();
  }

  private get bytes(): number {
    return [...this.mails.values()].reduce((sum, { mail }) => sum + mail.size, 0);
  }
}

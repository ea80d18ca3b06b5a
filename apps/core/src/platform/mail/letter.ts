/** One mail to one address. The transport adds sender, date, and message id. */
export interface Letter {
  /** A plain address: `anna@example.com`. */
  to: string;
  subject: string;
  /** The plain address for replies; the sender's by default. */
  replyTo?: string;
  text: string;
  /**
   * Marks an automatic reply to the mail with this id; null if that mail had none. The reply has an empty
   * return path, so it gets no bounces (RFC 3834).
   */
  answers?: { messageId: string | null };
  attachments?: { filename: string; contentType: string; base64: string }[];
}

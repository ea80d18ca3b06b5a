/** One mail to one address, as it is written; sender, date, and message id are added when it goes out. */
export interface Letter {
  /** A plain address: `anna@example.com`. */
  to: string;
  subject: string;
  /** Where an answer to it goes; a plain address. Otherwise to the sender. */
  replyTo?: string;
  text: string;
  /** It answers a mail: of this id, where it had one. Nobody is told when it cannot be delivered (RFC 3834). */
  answers?: { messageId: string | null };
  attachments?: { filename: string; contentType: string; base64: string }[];
}

/** One mail to one address, as it is written; sender, date, and message id are added when it goes out. */
export interface Letter {
  /** A plain address: `anna@example.com`. */
  to: string;
  subject: string;
  text: string;
  attachments?: { filename: string; contentType: string; base64: string }[];
}

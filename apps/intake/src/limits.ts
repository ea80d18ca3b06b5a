/** What one intake takes on, so that no sender can make it larger or busier than this. */
export const limits = {
  mailBytes: 50 * 1024 ** 2,
  connections: 50,
  /** Of an IPv4 address, or of a /64 of IPv6. */
  connectionsOfANetwork: 5,
  /** Mails that lie in the spool; with more, senders are asked to come back. */
  mailsAtOnce: 10,
  /** A connection on which nothing is said. */
  silentMs: 60_000,
  /** A conversation in all, whatever is said in it. Servers with more mails than fit begin another. */
  conversationMs: 15 * 60_000,
  /** While a mail is being sent, at least so much of it has to come in each stretch of time. */
  paceMs: 20_000,
  paceBytes: 40 * 1024,
  /** From the last byte of a mail to its answer. */
  answerMs: 60_000,
  /** To read one mail, in the process beside. */
  readMs: 20_000,
  parts: 100,
  /** Parts within parts. */
  levels: 10,
  headBytes: 256 * 1024,
  /** Of a text that is looked at and printed: more of them fill more pages than a document may have. */
  textCharacters: 5_000_000,
  /** More hands than that, and the mail goes round in circles. */
  received: 50,
} as const;

/** What one intake takes on, so that no sender can make it larger or busier than this. */
export const limits = {
  mailBytes: 50 * 1024 ** 2,
  /** With more, the conversation that has been without a mail for longest gives way. */
  connections: 50,
  /** Of an IPv4 address, or of a /48 of IPv6. */
  connectionsOfANetwork: 5,
  /** Mails that lie in the spool, together. With more, a mail whose sender is not proven gives way. */
  spoolBytes: 500 * 1024 ** 2,
  /** Proven mails that are taken apart and stored at the same moment; the others wait. */
  mailsAtOnce: 10,
  /** A connection on which nothing is said. */
  silentMs: 60_000,
  /** From the greeting, or from the answer to a mail, to DATA. */
  beginMs: 60_000,
  /** A conversation in all, whatever is said in it. Servers with more mails than fit begin another. */
  conversationMs: 15 * 60_000,
  /** While a mail is being sent, `paceBytes` have to come in the first stretch of time, twice as many in the second, and so on. */
  paceMs: 20_000,
  paceBytes: 40 * 1024,
  /** From the last byte of a mail to its answer. */
  answerMs: 60_000,
  /** Processor time to find out who sent a mail. */
  lookMs: 5_000,
  /** Processor time to take a mail apart. */
  takeApartMs: 20_000,
  /** To ask name servers about the sender of a mail, all questions together. */
  namesMs: 10_000,
  /** Names that are asked for about one mail. */
  names: 100,
  parts: 100,
  /** Parts within parts. */
  levels: 10,
  headBytes: 256 * 1024,
  /** Lines of a head as they are sent, folded ones too: readers of heads need time that grows with their square. */
  headLines: 4_000,
  /** One field of a head with its folds, for the same reason. */
  fieldBytes: 64 * 1024,
  /** Each may need a look at the whole body. */
  signatures: 10,
  /** One line of a mail: readers of bodies need time that grows with the square of its length. */
  lineBytes: 1024 ** 2,
  /** Of a text that is looked at and printed: more of them fill more pages than a document may have. */
  textCharacters: 5_000_000,
  /** More hands than that, and the mail goes round in circles. */
  received: 50,
} as const;

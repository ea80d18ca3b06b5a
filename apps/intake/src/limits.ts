/** The limits of one intake, so that no sender can overload it. */
export const limits = {
  mailBytes: 50 * 1024 ** 2,
  /** If there are more, one conversation is closed (`conversation-to-close.ts`). */
  connections: 50,
  /** The most connections of an IPv4 address, or of a /48 of IPv6. */
  connectionsOfANetwork: 5,
  /** The most bytes of all mails in the spool. Above it, an unproven mail is dropped (`spool.ts`). */
  spoolBytes: 500 * 1024 ** 2,
  /** Proven mails that are taken apart and stored at the same time; the others wait. */
  mailsAtOnce: 10,
  /** A connection without traffic is closed after this time. */
  silentMs: 60_000,
  /** From the greeting, or from the answer to a mail, to DATA. */
  beginMs: 60_000,
  /** The longest conversation. A server with more mails begins another one. */
  conversationMs: 15 * 60_000,
  /**
   * A mail is refused as too slow if it sends less than `paceBytes` in its first period of `paceMs`, less
   * than twice as many in the second period, and so on.
   */
  paceMs: 20_000,
  paceBytes: 40 * 1024,
  /** From the last byte of a mail to its answer. */
  answerMs: 60_000,
  /** Processor time to check the sender of a mail. */
  senderCheckMs: 5_000,
  /** Processor time to take a mail apart. */
  takeApartMs: 20_000,
  /** The time for all DNS queries about one mail. */
  dnsMs: 10_000,
  /** The most DNS queries about one mail. */
  dnsQueries: 100,
  parts: 100,
  /** The deepest nesting of parts. */
  levels: 10,
  headBytes: 256 * 1024,
  /** The most lines of a head, counting folded lines: parsing takes time that grows with their square. */
  headLines: 4_000,
  /** The longest unfolded field of a head, for the same reason. */
  fieldBytes: 64 * 1024,
  /** The most DKIM signatures, because each may need the whole body. */
  signatures: 10,
  /** The longest line of a mail: parsing a body takes time that grows with the square of a line's length. */
  lineBytes: 1024 ** 2,
  /** The longest text that is read and printed: a longer one fills more pages than a document may have. */
  textCharacters: 5_000_000,
  /** More `Received` fields mean that the mail is in a loop. */
  received: 50,
} as const;

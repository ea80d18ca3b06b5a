/**
 * A "no" to whoever hands a mail over: the SMTP reply (RFC 5321 and 3463). 4xx asks them to come back, 5xx tells their
 * person why it never will be taken.
 */
export class Reply extends Error {
  override readonly name = 'Reply';

  constructor(
    readonly responseCode: number,
    sentence: string,
    options?: ErrorOptions,
  ) {
    super(sentence, options);
  }
}

export const replies = {
  busy: () => new Reply(421, '4.3.2 Too many mails at once, please come back in a moment'),
  tooManyConnections: () => new Reply(421, '4.7.0 Too many connections from your address'),
  slow: () => new Reply(421, '4.4.2 The mail came too slowly'),
  full: (cause: unknown) => new Reply(452, '4.3.1 No room for mail at present', { cause }),
  later: (cause?: unknown) =>
    new Reply(451, '4.3.0 Not taken at present, please send it again later', { cause }),
  tooOften: () => new Reply(451, '4.7.1 Too many mails within an hour, please send it again later'),
  doubtful: () =>
    new Reply(451, '4.4.3 The domain of the sender could not be looked up, please try again later'),
  relay: () => new Reply(550, '5.7.1 Relaying denied: mail is taken for the print address only'),
  tooLarge: () => new Reply(552, '5.3.4 The mail is larger than 50 MB'),
  lineEndings: () => new Reply(554, '5.6.0 Lines have to end in CR LF'),
  tooManyParts: () => new Reply(554, '5.6.0 The mail has too many parts'),
  unreadable: () => new Reply(554, '5.6.0 The mail cannot be read'),
  unproven: () =>
    new Reply(
      550,
      '5.7.1 The mail does not prove who sent it: it needs one From address, and DMARC, SPF, or DKIM of its domain',
    ),
  unknown: (address: string, site: string) =>
    new Reply(
      550,
      `5.1.1 No account has the address ${address}: add it at ${site}/account, or send from one that has`,
    ),
  locked: () => new Reply(550, '5.7.1 This account is locked, please contact us'),
  noRoom: () =>
    new Reply(552, '5.2.2 There is no room for more documents: please delete some on the dashboard'),
  nothing: () =>
    new Reply(554, '5.6.1 Nothing in this mail can be printed: attach PDF, office documents, or pictures'),
} as const;

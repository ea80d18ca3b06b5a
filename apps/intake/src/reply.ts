import type { NotTaken } from '@sixpence/contracts/http/intake';
import { notTakenBecause, notTakenReasons } from '@sixpence/contracts/not-taken';

/**
 * A negative SMTP reply (RFC 5321 and 3463). A mail server retries after 4xx; after 5xx it tells its user the
 * reason.
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
  busy: () => new Reply(421, '4.3.2 Too much mail at once, please come back in a moment'),
  tooManyConnections: () => new Reply(421, '4.7.0 Too many connections from your address'),
  tooLong: () => new Reply(421, '4.4.2 This conversation takes too long, please begin another'),
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
  longLine: () => new Reply(554, '5.6.0 A line of the mail is too long'),
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
  switchedOff: (site: string) =>
    new Reply(550, `5.7.1 Print by mail is switched off for this account: switch it on at ${site}/account`),
  noRoom: () =>
    new Reply(552, '5.2.2 There is no room for more documents: please delete some on the dashboard'),
  nothing: (notTaken: readonly NotTaken[]) =>
    new Reply(554, `5.6.1 Nothing in this mail can be printed. ${whatToDo(notTaken)}`),
} as const;

/** A line of a reply has at most 512 bytes (RFC 5321, 4.5.3.1.5). */
const longestAdvice = 440;

/** The parts of a mail with their remedies, in ASCII, as many sentences as fit into the reply. */
function whatToDo(notTaken: readonly NotTaken[]): string {
  const sentences = notTakenReasons.flatMap((why) => {
    const [first, second, ...others] = notTaken
      .filter((one) => one.why === why)
      .map(({ name }) => shown(name));
    if (first === undefined) return [];
    const more = others.length > 0 ? `, and ${others.length} more` : '';
    return `${first}${second === undefined ? '' : `, ${second}`}${more}: ${notTakenBecause[why]}`;
  });
  const advice = sentences.reduce((text, sentence) => {
    const longer = text === '' ? sentence : `${text} ${sentence}`;
    return longer.length > longestAdvice ? text : longer;
  }, '');
  return advice === '' ? 'Attach PDF, office documents, or pictures' : advice;
}

function shown(name: string): string {
  return name.slice(0, 60).replace(/[^ -~]/g, '?');
}

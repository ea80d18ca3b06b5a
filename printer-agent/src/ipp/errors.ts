/** Why a printer could not do what was asked, in the terms on which the agent decides what to do next. */
export const ippErrorKinds = [
  'unreachable',
  'timeout',
  'interrupted',
  'garbage',
  'busy',
  'not-accepting',
  'auth',
  'tls',
  'unsupported-format',
  'unsupported-option',
  'not-found',
  'aborted',
  'too-large',
  'refused',
] as const;
export type IppErrorKind = (typeof ippErrorKinds)[number];

/** How much of a reply an error keeps for the log. */
const keptReplyBytes = 200;

export interface IppErrorDetails extends ErrorOptions {
  /** The status-code of RFC 8011 appendix B, when the printer got as far as sending one. */
  readonly status?: number;
  readonly httpStatus?: number;
  /** The reply, or its beginning; its first 200 bytes are kept as hex. */
  readonly reply?: Uint8Array;
  /** The attributes the printer said it does not support. */
  readonly attributes?: readonly string[];
}

/**
 * The only error of a printer conversation. Its message is made of our own words and numbers; what the printer wrote is
 * found in `replyHex` alone, where no terminal or screen can be led astray by it.
 *
 * - `unreachable`: no connection, or a question or cancel without an answer. It may be asked again as it is.
 * - `timeout`: connected, but no answer within the deadline, or an upload that nobody takes.
 * - `interrupted`: cut off after a job or a document was on its way, or in the middle of a reply.
 * - `garbage`: the answer is no IPP message, or not an answer to what was asked.
 *   After these three, look for the job before sending anything again.
 * - `not-found`: the printer does not know the job (any more).
 * - `aborted`: the printer gave the job up, or it was cancelled under our hands.
 */
export class IppError extends Error {
  override readonly name = 'IppError';
  readonly status: number | undefined;
  readonly httpStatus: number | undefined;
  readonly replyHex: string | undefined;
  readonly attributes: readonly string[];

  constructor(
    readonly kind: IppErrorKind,
    message: string,
    details: IppErrorDetails = {},
  ) {
    super(message, details);
    this.status = details.status;
    this.httpStatus = details.httpStatus;
    this.replyHex = details.reply && Buffer.from(details.reply.subarray(0, keptReplyBytes)).toString('hex');
    this.attributes = details.attributes ?? [];
  }
}

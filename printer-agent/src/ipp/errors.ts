/** The reasons why a printer did not execute a request. The agent decides by them. */
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

/** How many bytes of a reply an error keeps for the log. */
const keptReplyBytes = 200;

export interface IppErrorDetails extends ErrorOptions {
  /** The status-code of RFC 8011 appendix B, if the printer sent one. */
  readonly status?: number;
  readonly httpStatus?: number;
  /** The reply, or its beginning; its first 200 bytes are kept as hex. */
  readonly reply?: Uint8Array;
  /** The attributes that the printer does not support, by its reply. */
  readonly attributes?: readonly string[];
}

/**
 * The only error of a printer conversation. Its message contains only our own words and numbers. The
 * printer's bytes are in `replyHex` only, where they cannot inject control characters into a terminal or a
 * screen.
 *
 * - `unreachable`: no connection, or no answer to a repeatable request. The request may be repeated.
 * - `timeout`: connected, but no answer within the deadline, or an upload that the printer does not take.
 * - `interrupted`: cut off after a job or a document was on its way, or in the middle of a reply.
 * - `garbage`: the answer is no IPP message, or answers another request. After `timeout`, `interrupted`, and
 *   `garbage`, look for the job before sending anything again.
 * - `not-found`: the printer does not know the job (any more).
 * - `aborted`: the printer ended the job, or another client cancelled it.
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

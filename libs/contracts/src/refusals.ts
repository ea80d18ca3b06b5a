/**
 * Every "no" the service can say, with the HTTP status it travels under.
 * Sentences for people belong to the site and the panel, which choose by status first and refine by code.
 */
export const refusals = {
  'request.invalid': 400,
  'request.origin': 403,
  'request.media-type': 415,
  'request.too-large': 413,
  'request.too-many': 429,
  'service.unavailable': 503,
  'route.unknown': 404,

  'session.missing': 401,
  'account.wrong-password': 401,
  'account.unknown': 403,
  'account.locked': 401,

  'document.unknown': 404,
  'document.processing': 409,
  'document.not-ready': 409,
  'document.printing': 409,
  'document.type': 415,
  'document.name': 400,
  'document.quota': 409,
  'pages.none-left': 400,
  'pages.out-of-range': 400,
  'storage.signature': 403,
  'storage.too-large': 413,
  'storage.full': 507,
  'storage.differs': 409,
  'storage.unknown': 404,

  'code.malformed': 400,
  'code.wrong': 404,
  'code.paused': 429,

  'credits.insufficient': 402,
  'credits.currency': 409,

  'agent.unknown': 401,
  'agent.invite': 403,
  'printer.unknown': 404,
  'printer.busy': 409,
  'printer.unpriced': 409,
  'panel-session.ended': 409,
  'quote.changed': 409,
  'release.empty': 400,
  'job.unknown': 404,
} as const;

export type RefusalCode = keyof typeof refusals;

export const refusalCodes = Object.keys(refusals) as [RefusalCode, ...RefusalCode[]];

/** A "no" the caller can act on. Anything else that is thrown is a defect or an outage. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: RefusalCode,
    /** A plain sentence that says what failed and what to do; the code stands in for it when absent. */
    readonly detail?: string,
    /** Seconds after which asking again can succeed; sent as `Retry-After`. */
    readonly retryAfterSeconds?: number,
    options?: ErrorOptions,
  ) {
    super(detail ?? code, options);
  }

  get status(): number {
    return refusals[this.code];
  }
}

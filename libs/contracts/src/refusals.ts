/**
 * Every refusal of the service: its HTTP status, and a plain sentence that says what failed and what to do.
 * The site owns the sentences of the specification's error catalogue; it chooses them by status first and
 * then by code. The panel owns the sentences at the printer.
 */
export const refusals = {
  'request.invalid': { status: 400, sentence: 'The request could not be understood.' },
  'request.origin': { status: 403, sentence: 'This call is only for pages of the service itself.' },
  'request.timeout': { status: 408, sentence: 'The request took too long to arrive.' },
  'request.too-large': { status: 413, sentence: 'The request is too large.' },
  'request.media-type': { status: 415, sentence: 'Send JSON with content-type application/json.' },
  'request.too-many': { status: 429, sentence: 'That was a lot at once. Please wait a moment.' },
  'request.headers': { status: 431, sentence: "The request's headers are too long." },
  'service.unavailable': {
    status: 503,
    sentence: 'A part of the service is not answering. Please try again in a moment.',
  },
  'route.unknown': { status: 404, sentence: 'There is nothing here.' },

  'session.missing': { status: 401, sentence: 'Your session has ended. Please sign in.' },
  'session.required': { status: 403, sentence: 'Please sign in first.' },
  'service-token.missing': { status: 401, sentence: 'This call is for the parts of the service.' },
  'intake-token.missing': { status: 401, sentence: 'This call is for the intake of mail.' },
  'account.wrong-password': { status: 401, sentence: 'The password is not right.' },
  'account.unknown': { status: 403, sentence: 'There is no account with this address.' },
  'account.exists': { status: 409, sentence: 'There is an account with this address. Please sign in.' },
  'account.weak-password': {
    status: 400,
    sentence: 'A password needs at least 8 characters, a digit, an uppercase letter, and a lowercase letter.',
  },
  'sign-up.wrong-code': { status: 422, sentence: 'Invalid code. Please try again.' },
  'reset.wrong-code': { status: 400, sentence: 'Invalid confirmation code.' },
  'password.wrong': { status: 422, sentence: 'The present password is not right.' },
  'address.taken': { status: 409, sentence: 'Another account has this address.' },
  'address.yours': { status: 409, sentence: 'This address is yours already.' },
  'address.full': {
    status: 409,
    sentence: 'An account has five addresses at most. Please remove one first.',
  },
  'address.wrong-code': { status: 422, sentence: 'The code is not right, or too old.' },
  'address.unknown': { status: 404, sentence: 'Your account does not have this address.' },
  'address.primary': {
    status: 409,
    sentence: 'This is your main address. Please make another one the main address first.',
  },
  'address.stop-unknown': { status: 404, sentence: 'This link is not good any more.' },
  'session.unknown': { status: 404, sentence: 'This session has ended already.' },
  'mail.unknown': { status: 404, sentence: 'There is no such mail, or no longer.' },
  'account.locked': { status: 401, sentence: 'This account is locked. Please contact us.' },

  'social.state-used': { status: 409, sentence: 'This key was used before. Draw a new one.' },
  'social.ended': { status: 409, sentence: 'This sign-in has ended. Please begin again.' },
  'provider.unknown': { status: 404, sentence: 'Your account does not sign in by this provider.' },
  'provider.last-way': {
    status: 409,
    sentence: 'This is the only way into your account. Choose a password first.',
  },
  'social.wrong-code': { status: 422, sentence: 'Invalid code. Please try again.' },
  'account.unproven': {
    status: 422,
    sentence: 'Please type your password, or sign in anew: this is for you alone.',
  },
  'leaving.open-job': {
    status: 409,
    sentence: 'Something of yours is being printed. Please wait until it is done.',
  },
  'leaving.payment-under-way': {
    status: 409,
    sentence: 'A payment or a refund of yours is under way. Please delete the account when it is done.',
  },
  'leaving.address-new': {
    status: 409,
    sentence:
      'An address was added to this account less than 72 hours ago, and can still be stopped. Please delete the account after that.',
  },
  'leaving.money-left': { status: 409, sentence: 'There is money left in this account.' },

  'mail.switched-off': { status: 403, sentence: 'Print by mail is switched off for this account.' },

  'document.unknown': { status: 404, sentence: 'This document is no longer there.' },
  'document.processing': { status: 409, sentence: 'This document is still being prepared.' },
  'document.not-ready': { status: 409, sentence: 'This document is not ready to print.' },
  'document.type': { status: 415, sentence: 'File type not supported' },
  'document.name': { status: 400, sentence: 'Please give the file another name.' },
  'document.quota': { status: 409, sentence: 'Please delete documents that you no longer need.' },
  'pages.none-left': { status: 400, sentence: 'Please keep at least one page.' },
  'pages.out-of-range': { status: 400, sentence: 'Please choose pages that the document has.' },
  'storage.signature': { status: 403, sentence: 'This address is not valid.' },
  'storage.too-large': { status: 413, sentence: 'The file is too large.' },
  'storage.full': { status: 507, sentence: 'The storage is full.' },
  'storage.differs': { status: 409, sentence: 'Another file was already received at this address.' },
  'storage.displaced': { status: 409, sentence: 'This file is being sent anew by another connection.' },
  'storage.unknown': { status: 404, sentence: 'These bytes are not here, or no longer.' },

  'code.malformed': { status: 400, sentence: 'A print code is six digits.' },
  'code.wrong': {
    status: 404,
    sentence: 'This code is wrong or has been used. Get a new one on the dashboard.',
  },
  'code.paused': { status: 429, sentence: 'Too many wrong codes. Please wait before trying again.' },

  'pairing.ended': { status: 409, sentence: 'This QR code is over. Please ask for a new one.' },

  'credits.insufficient': { status: 402, sentence: 'The balance does not cover these documents.' },
  'credits.person-left': {
    status: 409,
    sentence: 'This person has left: nothing goes back to their wallet.',
  },
  'credits.more-than-captured': { status: 409, sentence: 'The job did not cost so much.' },

  'parked.unknown': { status: 404, sentence: 'There is no such message.' },
  'parked.cut': {
    status: 409,
    sentence: 'The message was too long to be kept whole: it can only be dropped.',
  },

  'payment.amount': { status: 400, sentence: 'Please choose one of the amounts.' },
  'payment.closed': {
    status: 403,
    sentence: 'Top-ups are closed for this account. Please contact us.',
  },
  'payment.limit': { status: 429, sentence: 'That were many payments at once. Please try again later.' },
  'payment.not-set-up': { status: 409, sentence: 'Payments are not set up here.' },
  'payment.unknown': { status: 404, sentence: 'There is no such payment.' },
  'payment.signature': { status: 400, sentence: 'The signature does not fit.' },
  'refund.too-much': { status: 409, sentence: 'Not so much can go back to your cards.' },
  'refund.changed': {
    status: 409,
    sentence: 'What can go back to your cards has changed. Please look again.',
  },
  'refund.by-staff': { status: 403, sentence: 'Please ask the staff for money back.' },

  'agent.unknown': { status: 401, sentence: 'This agent is not known, or was revoked.' },
  'agent.invite': {
    status: 403,
    sentence: 'This invite is wrong, used, or too old. Ask the operator for a new one.',
  },
  'panel-link.wrong': {
    status: 403,
    sentence: 'This link is wrong, used, or too old. Ask the staff for a new one.',
  },
  'printer.unknown': { status: 404, sentence: 'There is no such printer here.' },
  'printer.busy': { status: 409, sentence: 'This printer is busy. Please wait until it has finished.' },
  'printer.unpriced': { status: 409, sentence: 'This printer has no prices yet. Please ask the staff.' },
  'panel-session.ended': { status: 409, sentence: 'This session has ended. Please type a new code.' },
  'quote.changed': { status: 409, sentence: 'Something has changed. Please look again.' },
  'release.empty': { status: 400, sentence: 'Nothing was chosen.' },
  'job.unknown': { status: 404, sentence: 'There is no such job here.' },
  'site.unknown': { status: 404, sentence: 'There is no such place.' },
  'site.full': { status: 409, sentence: 'You have chosen ten places. Please remove one first.' },
  'report.unknown': { status: 404, sentence: 'There is no such report, or it is closed already.' },
} as const;

export type RefusalCode = keyof typeof refusals;

export const refusalCodes = Object.keys(refusals) as [RefusalCode, ...RefusalCode[]];

/** A "no" that the caller can act on. Any other thrown error is a defect or an outage. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: RefusalCode,
    /** A sentence that is more specific than the table's. */
    sentence?: string,
    /** Seconds after which a retry can succeed; sent as `Retry-After`. */
    readonly retryAfterSeconds?: number,
    options?: ErrorOptions,
    /** Fields that the specification wants in the answer beside code and message. */
    readonly beside: Readonly<Record<string, unknown>> = {},
  ) {
    super(sentence ?? refusals[code].sentence, options);
  }

  get status(): number {
    return refusals[this.code].status;
  }
}

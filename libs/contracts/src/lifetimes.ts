const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Every lifetime, in seconds. SQL statements get it as a parameter. Times are by the database's clock
 * (`app_now()`), unless a line says otherwise.
 */
export const lifeSeconds = {
  /** A document, from the arrival of its last byte. */
  document: 72 * hour,
  /** A document that waits for its bytes: it is not listed, and is deleted after this time. */
  awaitedUpload: hour,
  /** Staged bytes that were never committed, because their process ended; by the clock of the medium. */
  staged: hour,
  /** An address below `/storage/`: a request to it must begin within this time. */
  storageAddress: 5 * minute,
  /** After this time without any report of a converter, no converter counts as running. */
  silentConverters: 30 * minute,
  /** A conversion, from the time when it was handed out; even busy converters finish it within this time. */
  conversion: 6 * hour,

  /** A session of a browser. */
  session: 30 * day,
  /** The precision of the time when a session was last seen. */
  sessionSight: 5 * minute,
  /** A user who has signed in within this time need not prove their identity again. */
  freshSignIn: 10 * minute,
  /**
   * An account without a payment counts as new for this long, and shares a quota with other new accounts of
   * its network.
   */
  newcomer: 7 * day,
  /**
   * The cookie of a browser that signed in, or typed a mailed code for a new password; it grants no access.
   * By the browser's clock.
   */
  device: 365 * day,
  /** A one-time code in a mail. */
  emailCode: 10 * minute,
  /** The hash of such a code; it counts towards the limit of its address for this long. */
  countedEmailCode: day,
  /** An answer that tells a network who has an account counts towards its limit for this long. */
  accountQuestion: hour,
  /**
   * A change of a user's addresses can be stopped for this long; a removed address leaves the account only
   * afterwards.
   */
  addressChange: 72 * hour,
  /** A sign-in at a provider, from its start to its callback. */
  socialState: 10 * minute,
  /** The hash of a sign-in's state key, so that the key is not used again. */
  usedSocialState: day,
  /** A user who came back from a provider and must type a mailed code; several codes may be sent. */
  unprovenPerson: 30 * minute,
  /** An invite for a box, typed or pasted by an installer. */
  invite: day,

  /**
   * Work without a report is handed out again after this time. Each further wait is twice as long, because
   * work in a long queue is not lost.
   */
  lostWork: 5 * minute,

  /** A link by which staff pair a device with a panel. */
  panelLink: day,
  /** A link that pairs every browser that opens it; for a developer's machine only. */
  reusablePanelLink: 365 * day,

  /** A print code. */
  printCode: 5 * minute,
  /** The stored answer that a code was wrong. A box that lost the answer asks again and gets the same one. */
  wrongAnswer: 15 * minute,
  /** A panel's code for QR sign-in: long enough to scan it and to sign in. */
  pairingCode: 2 * minute,
  /** The row of an ended code, after the code's expiry. Its keyed hash could then only help a thief. */
  deadCode: day,
  /** A panel session without a touch; the time while a job runs does not count. */
  panelIdle: minute,
  /**
   * The extra time that core allows. A panel counts touches itself, and reports them to core by listing
   * again, at most once per third of the idle time. It must never show a session that core has ended.
   */
  panelIdleGrace: 30,
  /** A panel session at the longest, even if the screen is touched. */
  panelSession: 10 * minute,

  /** The address of a job's document, by core's clock; `job` returns a fresh one. */
  jobDocument: 15 * minute,
  /**
   * A stall (paper, jam, cover) keeps the hold this long. Then the agent cancels the job, and core settles
   * it.
   */
  stall: 10 * minute,
  /** A hold for a job. It never lasts longer, whatever a printer, an agent, or core fails to report. */
  hold: day,
  /** A site counts as the user's own for this long after they printed there. */
  ownSite: 90 * day,
  /** A box counts as connected for this long after its last frame was recorded. */
  agentSight: minute,
  /** A job is on the dashboard for this long after its creation. */
  listedJob: day,

  /** A refund is on the page of credits for this long after the provider's decision. */
  listedRefund: day,

  /** An incoming mail is recognised again for this long, like the documents that it brought. */
  takenMail: 72 * hour,
  /** The longest wait of a mail's reply for the preparation of its documents. */
  mailAnswerWait: 2 * minute,
  /** An outgoing mail that cannot be delivered is given up after this; `usefulSeconds` can shorten it. */
  mail: day,
  /** The record of a mail that was given up, for operators. */
  givenUpMail: 7 * day,

  /** The content of an enquiry form, and the identity that its sender gave. */
  enquiry: 365 * day,

  /**
   * A user learns that a printer works again if it recovers within this time after their session there began,
   * and for this long after the recovery.
   */
  printerBack: 15 * minute,

  /** A user's report about a wrong print. */
  printReport: 365 * day,

  /**
   * A fact, in the stream and in the outbox: longer than any document, so that a consumer misses none after
   * an outage.
   */
  fact: 7 * day,
  /** A message that could not be handled, for staff to check. By the database's clock only. */
  parkedMessage: 90 * day,
} as const;

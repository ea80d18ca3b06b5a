const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How long things live, in seconds: every lifetime has its one place here, and statements get it as a parameter. Time is
 * the database's (`app_now()`), unless a line says otherwise.
 */
export const lifeSeconds = {
  /** A document, from the moment its last byte arrived. */
  document: 72 * hour,
  /** A document whose bytes are awaited: it is not listed, and is dropped then. */
  awaitedUpload: hour,
  /** Bytes that were taken in and never shown, because their process ended; by the clock of the medium. */
  staged: hour,
  /** An address below `/storage/`: a request to it has to begin by then. */
  storageAddress: 5 * minute,
  /** When converters have reported on nothing for so long, nobody is converting. */
  silentConverters: 30 * minute,
  /** A conversion, from the moment it was due: however busy converters are, they would have come to it by then. */
  conversion: 6 * hour,

  /** A session of a browser. */
  session: 30 * day,
  /** When a session was seen last is known to so much. */
  sessionSight: 5 * minute,
  /** Somebody who has signed in so lately need not show once more who they are. */
  freshSignIn: 10 * minute,
  /** An account that has paid for nothing counts as new, and shares with the other new ones of its network. */
  newcomer: 7 * day,
  /** The cookie of a browser that signed in, or typed a mailed code for a new password; it opens nothing. By the browser's clock. */
  device: 365 * day,
  /** A one-time code that was mailed. */
  emailCode: 10 * minute,
  /** What is kept of such a code, hashes alone: it counts for its address this long. */
  countedEmailCode: day,
  /** Answers that tell a network who has an account count this long. */
  accountQuestion: hour,
  /** A change of a person's addresses can be stopped; an address that they removed goes only then. */
  addressChange: 72 * hour,
  /** The way to a provider and back. */
  socialState: 10 * minute,
  /** The hash of such a way's key, so that it is not used again. */
  usedSocialState: day,
  /** Who came back from a provider and has to type a mailed code, of which there may be several. */
  unprovenPerson: 30 * minute,
  /** An invite for a box, typed or pasted by an installer. */
  invite: day,

  /**
   * Work that was handed out and not reported on, before it is handed out again; each time twice as long, because a long
   * queue is no loss.
   */
  lostWork: 5 * minute,

  /** A link by which staff pair a device with a panel. */
  panelLink: day,
  /** One that pairs every browser that opens it: on a developer's machine alone. */
  reusablePanelLink: 365 * day,

  /** A print code. */
  printCode: 5 * minute,
  /** That a box was told that a code is wrong: it asks again when the answer was lost. */
  wrongAnswer: 15 * minute,
  /** A panel's code, for QR sign-in: as long as it takes to scan it and to sign in. */
  pairingCode: 2 * minute,
  /** The keyed hash of a dead code, after its end: it is of no use to anyone but a thief. */
  deadCode: day,
  /** A panel session that nobody touches; the time while a job runs does not count. */
  panelIdle: minute,
  /**
   * What core allows on top: a panel counts touches for itself and tells core of them by listing again, at most every
   * third of the idle time. It must never show a session that core has ended.
   */
  panelIdleGrace: 30,
  /** A panel session, whatever happens in it. */
  panelSession: 10 * minute,

  /** The address of a job's document, by core's clock; `job` gives a fresh one. */
  jobDocument: 15 * minute,
  /** A stall (paper, jam, cover) keeps the hold this long; then the agent cancels the job and it is settled. */
  stall: 10 * minute,
  /** Money that is set aside for a job: never longer, whatever printers, agents, or we ourselves forgot to say. */
  hold: day,
  /** A site is one of somebody's own for so long after they printed there. */
  ownSite: 90 * day,
  /** A box was seen so lately that it counts as connected. */
  agentSight: minute,
  /** A job stays on the dashboard. */
  listedJob: day,

  /** A refund stays on the page of credits after the provider has decided. */
  listedRefund: day,

  /** A mail that came in is known again: as long as what it brought. */
  takenMail: 72 * hour,
  /** The answer to a mail waits for its documents to be prepared, so long at most. */
  mailAnswerWait: 2 * minute,
  /** An outgoing mail that cannot be delivered, unless whoever posts it says less; then it is given up. */
  mail: day,
  /** What is known of a mail that was given up, for operators. */
  givenUpMail: 7 * day,

  /** What somebody asked by a form, and who they said they are. */
  enquiry: 365 * day,

  /** Whoever was at a printer in trouble is told that it is back, for so long after both. */
  printerBack: 15 * minute,

  /** What somebody said at a panel was wrong with a print. */
  printReport: 365 * day,

  /** A fact, in the stream and in the outbox: longer than any document, so that a consumer that was away misses none. */
  fact: 7 * day,
  /** A message that could not be handled, for staff to look at. By the database's clock alone. */
  parkedMessage: 90 * day,
} as const;

/** The panel's picture beside the words: a drawing of the fault, or a sign if there is no drawing. */
export type ReasonPicture =
  | 'paper'
  | 'jam'
  | 'cover'
  | 'toner'
  | 'busy'
  | 'offline'
  | 'stopped'
  | 'locked'
  | 'refused'
  | 'unknown';

interface Reason {
  /** For the job's owner: one sentence. */
  readonly sentence: string;
  /** The remedy for a person at the printer; absent where nothing is to be done. */
  readonly remedy?: string;
  /** For staff, beside a name: up to three words. */
  readonly forStaff: string;
}

/** Printing stalls for as long as this condition lasts; the job goes on afterwards. */
export interface StallReason extends Reason {
  readonly stops: true;
  /**
   * Keywords of `printer-state-reasons` with this meaning, without `-error` and `-warning`; none where the
   * agent detects it.
   */
  readonly ipp: readonly string[];
  readonly picture: ReasonPicture;
  /** True when the reason says no more than the printer's state. Staff see the state instead. */
  readonly isGeneral?: true;
}

/** The job ended for this reason before all its pages were printed. */
export interface EndReason extends Reason {
  readonly stops: false;
  /** Keywords of `job-state-reasons` with this meaning; none where the agent detects it. */
  readonly ipp: readonly string[];
  /** Absent where nothing is wrong. */
  readonly picture?: ReasonPicture;
}

const rows = {
  'media-jam': {
    ipp: ['media-jam'],
    stops: true,
    sentence: 'Paper is stuck in the printer.',
    remedy: 'Please ask the staff to clear it.',
    forStaff: 'paper jam',
    picture: 'jam',
  },
  'cover-open': {
    ipp: ['cover-open', 'door-open', 'interlock-open'],
    stops: true,
    sentence: 'A cover of the printer is open.',
    remedy: 'Please close it.',
    forStaff: 'cover open',
    picture: 'cover',
  },
  'media-empty': {
    ipp: ['media-empty', 'media-needed', 'input-tray-missing'],
    stops: true,
    sentence: 'The printer has run out of paper.',
    remedy: 'Please ask the staff for paper.',
    forStaff: 'out of paper',
    picture: 'paper',
  },
  'toner-empty': {
    ipp: ['toner-empty', 'marker-supply-empty', 'marker-waste-full'],
    stops: true,
    sentence: 'The printer has run out of toner.',
    remedy: 'Please tell the staff.',
    forStaff: 'out of toner',
    picture: 'toner',
  },
  'printer-stopped': {
    ipp: ['paused', 'moving-to-paused', 'shutdown', 'spool-area-full'],
    stops: true,
    isGeneral: true,
    sentence: 'The printer has stopped.',
    remedy: 'Please tell the staff.',
    forStaff: 'stopped',
    picture: 'stopped',
  },
  'not-accepting': {
    ipp: [],
    stops: true,
    sentence: 'The printer takes no jobs at the moment.',
    remedy: 'Please try another printer, or ask the staff.',
    forStaff: 'takes no jobs',
    picture: 'refused',
  },
  'printer-busy': {
    ipp: [],
    stops: true,
    isGeneral: true,
    sentence: 'The printer is busy with another job.',
    remedy: 'Please wait until it has finished.',
    forStaff: 'busy',
    picture: 'busy',
  },
  'printer-unreachable': {
    ipp: [],
    stops: true,
    isGeneral: true,
    sentence: 'The printer does not answer.',
    remedy: 'Please tell the staff.',
    forStaff: 'not answering',
    picture: 'offline',
  },
  'not-understood': {
    ipp: [],
    stops: true,
    sentence: 'The printer gives answers that make no sense.',
    remedy: 'Please tell the staff.',
    forStaff: 'answers not understood',
    picture: 'unknown',
  },
  'needs-set-up': {
    ipp: [],
    stops: true,
    sentence: 'The printer has to be set up before it takes jobs.',
    remedy: 'Please tell the staff.',
    forStaff: 'needs setting up',
    picture: 'locked',
  },
  'not-secure': {
    ipp: [],
    stops: true,
    sentence: 'The connection to the printer is not secure, so nothing is sent to it.',
    remedy: 'Please tell the staff.',
    forStaff: 'connection not secure',
    picture: 'locked',
  },
  'canceled-at-printer': {
    ipp: ['job-canceled-by-user', 'job-canceled-by-operator', 'job-canceled-at-device'],
    stops: false,
    sentence: 'The job was cancelled at the printer.',
    remedy: 'Please ask the staff if it was not you.',
    forStaff: 'cancelled at printer',
    picture: 'refused',
  },
  'canceled-by-person': {
    ipp: [],
    stops: false,
    sentence: 'You cancelled the job.',
    forStaff: 'cancelled by person',
  },
  'stalled-too-long': {
    ipp: [],
    stops: false,
    sentence: 'The printer stood still for too long, so the job was cancelled.',
    remedy: 'Please try another printer.',
    forStaff: 'stalled too long',
    picture: 'stopped',
  },
  'format-not-printable': {
    ipp: [],
    stops: false,
    sentence: 'The printer cannot print this kind of document.',
    remedy: 'Please try another printer.',
    forStaff: 'format not printable',
    picture: 'refused',
  },
  'option-not-offered': {
    ipp: [],
    stops: false,
    sentence: 'The printer cannot print with the options that were chosen.',
    remedy: 'Please choose others, or try another printer.',
    forStaff: 'option not offered',
    picture: 'refused',
  },
  'too-large': {
    ipp: [],
    stops: false,
    sentence: 'The document is too large for this printer.',
    remedy: 'Please print fewer pages at once, or try another printer.',
    forStaff: 'document too large',
    picture: 'refused',
  },
  'not-accepted': {
    ipp: [],
    stops: false,
    sentence: 'The printer did not accept the job.',
    remedy: 'Please try another printer.',
    forStaff: 'not accepted',
    picture: 'refused',
  },
  'unknown-outcome': {
    ipp: [],
    stops: false,
    sentence: 'The printer did not say how the job ended.',
    remedy: 'Please count your pages, and tell the staff if any are missing.',
    forStaff: 'outcome unknown',
    picture: 'unknown',
  },
  'aborted-by-printer': {
    ipp: ['aborted-by-system'],
    stops: false,
    sentence: 'The printer gave up on the job.',
    remedy: 'Please try again, or try another printer.',
    forStaff: 'aborted by printer',
    picture: 'stopped',
  },
} as const satisfies Record<string, StallReason | EndReason>;

export type JobReason = keyof typeof rows;

/**
 * Why a job waits, stalls, or ended early: one row for each reason. The agent maps the printer's keywords by
 * it (RFC 8011 §5.3.8 and §5.4.12, PWG 5100.9), the contracts accept only these reasons, the site, the panel,
 * and the operator's lists take their words from it, and the panel its drawing. If a printer reports several
 * reasons, the upper row counts: specific reasons are above the general ones that printers add.
 */
export const jobReasons: Readonly<Record<JobReason, StallReason | EndReason>> = rows;

export const jobReasonNames = Object.keys(rows) as [JobReason, ...JobReason[]];

/** What the panel draws of a printer that stands still; a sign on the printer stands for any it has no drawing of. */
export type ReasonPicture = 'paper' | 'jam' | 'cover' | 'toner' | 'busy' | 'offline' | 'stopped';

interface Reason {
  /** For the person whose job it is: one sentence. */
  readonly sentence: string;
  /** For staff, beside a name: two or three words. */
  readonly staff: string;
}

/** Printing stands still for as long as this lasts; the job goes on afterwards. */
export interface StallReason extends Reason {
  readonly stops: true;
  /** Keywords of `printer-state-reasons` that mean it, without `-error` and `-warning`; none where we find it out. */
  readonly ipp: readonly string[];
  readonly picture: ReasonPicture;
  /** What somebody at the printer can do about it; absent where nobody can. */
  readonly remedy?: string;
}

/** The job ended for this, and before all of it came out. */
export interface EndReason extends Reason {
  readonly stops: false;
  /** Keywords of `job-state-reasons` that mean it, as they are; none where we find it out. */
  readonly ipp: readonly string[];
}

const rows = {
  'media-jam': {
    ipp: ['media-jam'],
    stops: true,
    sentence: 'Paper is stuck in the printer.',
    remedy: 'Please ask the staff to clear it.',
    staff: 'paper jam',
    picture: 'jam',
  },
  'cover-open': {
    ipp: ['cover-open', 'door-open', 'interlock-open'],
    stops: true,
    sentence: 'A cover of the printer is open.',
    remedy: 'Please close it.',
    staff: 'cover open',
    picture: 'cover',
  },
  'media-empty': {
    ipp: ['media-empty', 'media-needed', 'input-tray-missing'],
    stops: true,
    sentence: 'The printer has run out of paper.',
    remedy: 'Please ask the staff for paper.',
    staff: 'out of paper',
    picture: 'paper',
  },
  'toner-empty': {
    ipp: ['toner-empty', 'marker-supply-empty', 'marker-waste-full'],
    stops: true,
    sentence: 'The printer has run out of toner.',
    remedy: 'Please tell the staff.',
    staff: 'out of toner',
    picture: 'toner',
  },
  'printer-stopped': {
    ipp: ['paused', 'moving-to-paused', 'shutdown', 'spool-area-full'],
    stops: true,
    sentence: 'The printer has stopped.',
    staff: 'stopped',
    picture: 'stopped',
  },
  'printer-busy': {
    ipp: [],
    stops: true,
    sentence: 'The printer is busy with another job.',
    staff: 'busy',
    picture: 'busy',
  },
  'printer-unreachable': {
    ipp: [],
    stops: true,
    sentence: 'The printer does not answer.',
    staff: 'not answering',
    picture: 'offline',
  },
  'canceled-at-printer': {
    ipp: ['job-canceled-by-user', 'job-canceled-by-operator', 'job-canceled-at-device'],
    stops: false,
    sentence: 'The job was cancelled at the printer.',
    staff: 'cancelled at printer',
  },
  'canceled-by-person': {
    ipp: [],
    stops: false,
    sentence: 'You cancelled the job.',
    staff: 'cancelled by person',
  },
  'stalled-too-long': {
    ipp: [],
    stops: false,
    sentence: 'The printer stood still for too long, so the job was cancelled.',
    staff: 'stalled too long',
  },
  'not-accepted': {
    ipp: [],
    stops: false,
    sentence: 'The printer did not accept the job.',
    staff: 'not accepted',
  },
  'unknown-outcome': {
    ipp: [],
    stops: false,
    sentence: 'The printer did not say how the job ended.',
    staff: 'outcome unknown',
  },
  'aborted-by-printer': {
    ipp: ['aborted-by-system'],
    stops: false,
    sentence: 'The printer gave up on the job.',
    staff: 'aborted by printer',
  },
} as const satisfies Record<string, StallReason | EndReason>;

export type JobReason = keyof typeof rows;

/**
 * Why a job waits, stalls, or ended short: a row for each reason, from which all else follows. The agent reads the
 * printer's keywords by it (RFC 8011 §5.3.8 and §5.4.12, PWG 5100.9), the contracts take no other reason, the site,
 * the panel, and the operator's lists take their words from it, and the panel its picture. Where a printer tells of
 * several, the upper row counts: what is particular stands above the general word that printers put beside it.
 */
export const jobReasons: Readonly<Record<JobReason, StallReason | EndReason>> = rows;

export const jobReasonNames = Object.keys(rows) as [JobReason, ...JobReason[]];

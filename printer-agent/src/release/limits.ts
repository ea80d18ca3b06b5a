/** The times of printing. Specs set shorter ones. */
export const printLimits = {
  /**
   * A small job prints in milliseconds. Polls start after `firstPollMs`, slow down to `eagerPollMs`, and take
   * `pollMs` once `eagerMs` have passed.
   */
  firstPollMs: 1,
  eagerPollMs: 12,
  eagerMs: 500,
  pollMs: 250,
  /**
   * Retries while another client keeps the printer busy: the first pause, the longest pause, and the total.
   */
  busyFirstMs: 250,
  busyMostMs: 5_000,
  busyInAllMs: 60_000,
  /** Pauses before an unreachable printer is tried again. After the last one the job is given back. */
  unreachableMs: [1_000, 2_000, 5_000, 10_000] as readonly number[],
  /**
   * Unless the printer shows the job as stopped, a condition of the printer stalls it only after no progress
   * for this long, because many printers print on with a warning.
   */
  noticeMs: 1_000,
  /** A job that waits in the printer without a reason counts as stalled after this. */
  pendingMs: 5_000,
  /**
   * The time that a printer may take to end a job after Cancel-Job, and the interval at which Cancel-Job is
   * repeated.
   */
  cancelMs: 120_000,
  cancelAgainMs: 5_000,
  /** A count may arrive this long after `completed`; the box polls for it every `pollMs`. */
  lateCountMs: 2_000,
  /**
   * Intervals for a job with an unknown end: polls of the printer, and questions to core whether it has
   * settled the job.
   */
  checkMs: 10_000,
  checkAgainMs: 300_000,
  /** Silence allowed per page before a job without progress counts as stuck. */
  quietPerPageMs: 20_000,
  /** An upload is aborted when the printer takes no byte for this long and gives no reason. */
  uploadQuietMs: 30_000,
  /** A job waits this long for core to hand over its document. Then it is given back. */
  documentMs: 120_000,
  documentRetryMs: 500,
  /** The most Create-Jobs of one job. Each further one needs proof that the printer holds no document. */
  attempts: 3,
  /** A held job that has not begun is given back after this, because its user has probably left the panel. */
  staleMs: 600_000,
  /** The pause after a defect or a full disk, before the queue resumes the job from the journal. */
  retryMs: 5_000,
  /**
   * A release or job of which nothing was sent is given back after the journal has refused it for this long.
   */
  journalRefusesMs: 20_000,
  /** The backoff between two tries to write a release; each try also asks core again. */
  releaseWriteRetry: { firstMs: 250, mostMs: 5_000 },
};
export type PrintLimits = typeof printLimits;

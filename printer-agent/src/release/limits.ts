/** Every wait of the printing has its limit here. Tests give shorter ones. */
export const printLimits = {
  /**
   * A small job is done in milliseconds: looks at it begin quickly and go on eagerly for a moment, then at the usual
   * pace.
   */
  firstPollMs: 1,
  eagerPollMs: 12,
  eagerMs: 500,
  pollMs: 250,
  /** While a printer is busy with somebody else it is asked again: the first pause, the longest, and all together. */
  busyFirstMs: 250,
  busyMostMs: 5_000,
  busyInAllMs: 60_000,
  /** Pauses before a printer that does not answer is asked again; after the last the job is given back. */
  unreachableMs: [1_000, 2_000, 5_000, 10_000] as readonly number[],
  /** A condition the printer reports counts once nothing has moved for this long: many print on with a warning. */
  noticeMs: 1_000,
  /** A job that waits in the printer for no reason given is called stalled after this. */
  pendingMs: 5_000,
  /** After Cancel-Job a printer may take this long to reach its stopping point, and is asked again so often. */
  cancelMs: 120_000,
  cancelAgainMs: 5_000,
  /** A count may come so long after `completed`; the box looks for it at the usual pace. */
  lateCountMs: 2_000,
  /** A job whose end nobody heard is looked at so often, and core is asked so often whether it has settled it. */
  checkMs: 10_000,
  checkAgainMs: 300_000,
  /** Silence allowed per page before a job that shows no progress is called stuck. */
  quietPerPageMs: 20_000,
  /** An upload is given up when the printer takes no byte for this long and shows no reason for it. */
  uploadQuietMs: 30_000,
  /** How long a job waits for core to hand over its document before it is given back. */
  documentMs: 120_000,
  documentRetryMs: 500,
  /** How often a job is created again after the printer was proven to hold no document of it. */
  attempts: 3,
  /** A held job that never began is given back after this: nobody waits at the panel any more. */
  staleMs: 600_000,
  /** The pause after a defect or a full disk before the job is taken up again from the journal. */
  retryMs: 5_000,
  /** A release or a job that cannot be written, and of which nothing was sent, is given back after this. */
  unwrittenMs: 20_000,
  /** Pauses before a release that could not be written is asked and written again. */
  unwrittenRetry: { firstMs: 250, mostMs: 5_000 },
};
export type PrintLimits = typeof printLimits;

import { z } from 'zod';
import { sideSchema } from '../http/documents.js';
import { copySchema, jobStates } from '../http/release.js';
import { jobReasonNames } from '../printing/job-reasons.js';
import { moneySchema } from '../money.js';
import { printFaults } from '../printing/print-reports.js';
import { printerStates } from '../printing/printer-states.js';
import { refusalCodes } from '../refusals.js';
import { knownWord, ordinal, plainText, tally } from '../values.js';

/**
 * The agent's conversation with core over the WebSocket `/gateway`: one JSON object a frame.
 *
 * 1. core sends `challenge`; the agent signs it and sends `hello`; core answers `welcome` or closes (4401).
 * 2. The agent asks (`request`), core answers (`answer`) with the same `id`. Every request that changes something
 *    carries an id the agent journalled first (`requestId`, `releaseId`, `jobId`): asking twice answers the same.
 * 3. core may send `notice` at any time.
 *
 * Boxes and cores of different age go on together (`versions.ts`): a question that core does not know is refused, a
 * notice that the box does not know is passed over, an unknown word is read as the careful one of those that are known,
 * and none of them ends the socket.
 *
 * IPP words (job-state, impressions, printer-state-reasons) are those of RFC 8011.
 */

/** The largest frame core takes from an agent. */
export const gatewayFrameLimitBytes = 64 * 1024;

/** The largest frame an agent takes from core: a listing or release of the most documents with the longest names. */
export const gatewayAnswerLimitBytes = 512 * 1024;

/** WebSocket close codes of `/gateway`. */
export const gatewayClose = { badFrame: 4400, unauthorised: 4401, replaced: 4409 } as const;

/** The text an agent signs with its Ed25519 key: `sixpence-gateway\n<agentId>\n<nonce>`. */
export function gatewayProof(agentId: string, nonce: string): string {
  return `sixpence-gateway\n${agentId}\n${nonce}`;
}

/** How a printer counts, learnt by its go-live test page: the settlement table depends on it. */
export const countingSchema = z.enum(['impressions', 'sheets', 'none']);
export type Counting = z.infer<typeof countingSchema>;

/** What boxes read: the state of a job, where an unknown one is not theirs to print or to settle. */
const heardJobState = knownWord(jobStates, 'checking');

/** A printer as the agent is told to drive it. */
export const agentPrinter = z.object({
  id: z.uuid(),
  /** Address of its panel: `/panel/<slug>`. */
  slug: z.string(),
  name: z.string(),
  /** `ipp://…` or `ipps://…` */
  uri: z.string(),
  counting: knownWord(countingSchema.options, 'none'),
  /** Devices that were paired with its panel in an earlier round may not show it any more. Absent: 0. */
  pairingRound: z.int().optional(),
});
export type AgentPrinter = z.infer<typeof agentPrinter>;

const pageRangesSchema = z.array(z.tuple([z.int(), z.int()])).max(4);

/** One ready document of the person at the panel, with its price at this printer. */
export const panelDocument = z.object({
  documentId: z.uuid(),
  revision: z.int(),
  fileName: z.string(),
  pages: z.int(),
  side: sideSchema,
  isColor: z.boolean(),
  price: moneySchema,
  /** ISO 8601, UTC; absent until it was printed. */
  printedAt: z.string().optional(),
  /**
   * Present when it is the rest of a document of which pages were printed: the numbers that its pages have there, and the
   * printed ones, as ranges from page to page. There may be more than the first four.
   */
  rest: z.object({ pages: pageRangesSchema, printed: pageRangesSchema }).optional(),
});
export type PanelDocument = z.infer<typeof panelDocument>;

/** The same for the box, with the signed path at core where the open session finds a small picture of its first page. */
export const listedDocument = panelDocument.extend({ picturePath: z.string().optional() });
export type ListedDocument = z.infer<typeof listedDocument>;

/** The most jobs of one press of PRINT: n copies of a document are n jobs. */
export const mostJobsOfPress = 100;

/** How many copies of one document are wanted; IPP's own `copies` is never used, because printers count them differently. */
export const mostCopies = 99;
export const copiesSchema = z.int().min(1).max(mostCopies);

/** What a panel session shows: documents, balance, and how long the session may idle. */
export const panelListing = z.object({
  panelSessionId: z.uuid(),
  documents: z.array(listedDocument),
  /** Documents still being prepared; they appear when ready. */
  processing: z.int(),
  available: moneySchema,
  /** Another wallet the person has money in, when the site's is short. */
  otherWallets: z.array(moneySchema),
  /** The address to top up at. */
  topUpUrl: z.string(),
  /** How many copies of one document core takes; a core of before says nothing, and takes one. */
  mostCopies: copiesSchema.optional(),
});
export type PanelListing = z.infer<typeof panelListing>;

/** A job to print: one document, one IPP job, `job-name` = its id. */
export const agentJob = z.object({
  jobId: z.uuid(),
  releaseId: z.uuid(),
  printerId: z.uuid(),
  fileName: z.string(),
  copy: copySchema.optional(),
  pages: z.int(),
  side: sideSchema,
  isColor: z.boolean(),
  /** How the printer counted when the job was made; core settles by it. Absent: as the printer counts now. */
  counting: knownWord(countingSchema.options, 'none').optional(),
  held: moneySchema,
  /** Signed, short-lived path at core for the document's bytes; ask `job` again for a fresh one. */
  documentPath: z.string(),
  state: heardJobState,
  impressions: z.int(),
  /** How long core has held its price, by core's clock: the box's own may have jumped. Older cores do not say. */
  ageSeconds: z.number().optional(),
});
export type AgentJob = z.infer<typeof agentJob>;

/** A job whose money core holds, as core tells a box that it welcomes. */
export const openJobAtCore = z.object({ jobId: z.uuid(), releaseId: z.uuid() });
export type OpenJobAtCore = z.infer<typeof openJobAtCore>;

/** So many of them at most are told in one welcome; the next welcome tells of others. */
export const mostOpenJobsTold = 1_000;

/** How a job ended, as the agent saw it; core applies the settlement table. */
export const jobOutcomes = ['completed', 'canceled', 'aborted', 'never-began', 'unknown'] as const;
export const jobOutcomeSchema = z.enum(jobOutcomes);
export type JobOutcome = z.infer<typeof jobOutcomeSchema>;

/** A reason that only newer boxes know is left out: their jobs are settled, and their printers shown, all the same. */
const heardReason = plainText(100).transform((name) => jobReasonNames.find((known) => known === name));

export const printerReport = z.object({
  printerId: z.uuid(),
  state: knownWord(printerStates, 'processing'),
  /** The conditions that stop it, or keep new jobs away, in the words people are shown. */
  reasons: z
    .array(heardReason)
    .max(20)
    .transform((reasons) => reasons.filter((reason) => reason !== undefined)),
  accepting: z.boolean(),
  color: z.boolean(),
  duplex: z.boolean(),
  formats: z.array(plainText(100)).max(50),
  makeAndModel: plainText(200),
});
export type PrinterReport = z.infer<typeof printerReport>;

/** What an agent may ask: parameters of each. */
export const agentRequests = {
  /** Redeems a print code at a printer; consumes it. `requestId` is journalled, the code never is. */
  redeem: z.object({ requestId: z.uuid(), printerId: z.uuid(), code: plainText(32) }),
  /** What became of an earlier `redeem` whose answer was lost; refused `code.wrong` when it never happened. */
  redeemed: z.object({ requestId: z.uuid() }),
  /**
   * QR sign-in: the code that this panel shows, or the list of whoever has given it. The same request answers the same
   * code for as long as it is good; refused `pairing.ended` when it is not. `requestId` is journalled, the code never is.
   */
  pair: z.object({ requestId: z.uuid(), printerId: z.uuid() }),
  /** The person left a panel that showed a code: it is dead, and so is what it has opened. */
  unpair: z.object({ requestId: z.uuid() }),
  /** The listing again: prices, balance, and new documents are fresh. Counts as activity. */
  list: z.object({ panelSessionId: z.uuid() }),
  /** PRINT was pressed: hold the price of all of these, or of none. */
  release: z.object({
    releaseId: z.uuid(),
    panelSessionId: z.uuid(),
    documents: z
      .array(
        z.object({
          documentId: z.uuid(),
          revision: ordinal,
          side: sideSchema,
          isColor: z.boolean(),
          /** The price of one copy. */
          quotedMinor: z.int(),
          /** Absent: one. */
          copies: copiesSchema.optional(),
        }),
      )
      .max(mostJobsOfPress)
      .refine(
        (documents) => documents.reduce((sum, { copies = 1 }) => sum + copies, 0) <= mostJobsOfPress,
        `At most ${mostJobsOfPress} copies of all documents together`,
      ),
  }),
  /** One job as core has it, with a fresh document address. */
  job: z.object({ jobId: z.uuid() }),
  /** News of a running job: counts only rise, later reports win by `sequence`. */
  progress: z.object({
    jobId: z.uuid(),
    sequence: tally,
    state: knownWord(['printing', 'stalled'], 'printing'),
    impressions: tally,
    reason: heardReason.optional(),
  }),
  /** The job has ended: capture and void by the settlement table. Asking again answers the first result. */
  settle: z.object({
    jobId: z.uuid(),
    outcome: knownWord(jobOutcomes, 'unknown'),
    impressions: tally,
    /** False when the printer never gave a count for this job: then 0 impressions say nothing. */
    counted: z.boolean().optional(),
    reason: heardReason.optional(),
  }),
  /** Jobs of core's `welcome` that the box does not know: it has lost its journal. They wait to be checked. */
  'unknown-jobs': z.object({ jobIds: z.array(z.uuid()).max(mostOpenJobsTold) }),
  /** *Anything wrong?* with what a job printed; `reportId` is journalled, and told until core has taken it. */
  'print-report': z.object({
    reportId: z.uuid(),
    jobId: z.uuid(),
    fault: knownWord(printFaults, 'something-else'),
  }),
  /** The person left the panel; running jobs go on. */
  'end-session': z.object({ panelSessionId: z.uuid() }),
  /** Uses up a link by which staff pair a device with a printer's panel; refused `panel-link.wrong`. */
  'pair-device': z.object({ requestId: z.uuid(), printerId: z.uuid(), code: plainText(100) }),
  /** A printer's live state and capabilities. */
  printer: printerReport,
} as const;
export type AgentRequestName = keyof typeof agentRequests;
export type AgentRequest<N extends AgentRequestName> = z.infer<(typeof agentRequests)[N]>;

/** A settled (or waiting) job. `checking` means: kept on hold until staff or the 24-hour rule decides. */
export const settlement = z.object({
  jobId: z.uuid(),
  state: heardJobState,
  impressions: z.int(),
  captured: moneySchema,
  returned: moneySchema,
  available: moneySchema,
});
export type Settlement = z.infer<typeof settlement>;

/** What core answers to each request when it says yes. */
export const agentAnswers = {
  redeem: panelListing,
  redeemed: panelListing,
  pair: z.discriminatedUnion('status', [
    z.object({ status: z.literal('waiting'), code: z.string().regex(/^\d{6}$/), secondsLeft: z.int() }),
    z.object({ status: z.literal('paired'), listing: panelListing }),
  ]),
  unpair: z.object({}),
  list: panelListing,
  release: z.object({ jobs: z.array(agentJob), available: moneySchema }),
  job: agentJob,
  progress: z.object({}),
  settle: settlement,
  'unknown-jobs': z.object({}),
  'print-report': z.object({}),
  'end-session': z.object({}),
  /** The round of pairings that the device belongs to. */
  'pair-device': z.object({ pairingRound: z.int().optional() }),
  printer: z.object({}),
} as const;
export type AgentAnswer<N extends AgentRequestName> = z.infer<(typeof agentAnswers)[N]>;

export function isAgentRequestName(name: string): name is AgentRequestName {
  return Object.hasOwn(agentRequests, name);
}

/** Frames from agent to core. */
export const agentFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    agentId: z.uuid(),
    signature: plainText(200),
    version: plainText(50),
    /** The contract number of the box (`versions.ts`). Boxes that say none are of the first. */
    contract: ordinal.default(1),
  }),
  z.object({ type: z.literal('request'), id: z.int(), name: plainText(50), body: z.unknown() }),
]);
export type AgentFrame = z.infer<typeof agentFrame>;

const noticeFrame = z.object({
  type: z.literal('notice'),
  notice: z.discriminatedUnion('name', [
    z.object({ name: z.literal('printers'), printers: z.array(agentPrinter) }),
    /** Documents, prices, or the balance of this session changed: list again. */
    z.object({ name: z.literal('listing-changed'), panelSessionId: z.uuid() }),
    z.object({ name: z.literal('session-ended'), panelSessionId: z.uuid() }),
    /** Somebody has given the code that this request shows: ask `pair` again. */
    z.object({ name: z.literal('paired'), printerId: z.uuid(), requestId: z.uuid() }),
  ]),
});
const noticeNames = noticeFrame.shape.notice.options.map(({ shape }): string => shape.name.value);

/** A notice that only newer cores give. */
export const newerNotice = z.object({
  type: z.literal('notice'),
  notice: z.object({ name: plainText(50).refine((name) => !noticeNames.includes(name)) }),
});

/** Frames from core to agent. */
export const coreFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('challenge'), nonce: z.string() }),
  z.object({
    type: z.literal('welcome'),
    site: z.string(),
    printers: z.array(agentPrinter),
    /** How long a stall (paper, jam, cover) keeps the hold before the agent cancels the job. */
    stallSeconds: z.int(),
    /** How long an untouched panel session lives. */
    idleSeconds: z.int(),
    /** Where people sign in, for the QR and the words on the attract screen. */
    publicUrl: z.string(),
    /** The box's jobs that core has not settled, so that neither side waits for the other. Older cores do not say. */
    openJobs: z.array(openJobAtCore).optional(),
  }),
  z.object({
    type: z.literal('answer'),
    id: z.int(),
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('ok'), body: z.unknown() }),
      z.object({
        status: z.literal('refused'),
        /** One that only newer cores know is a no all the same. */
        code: z.enum(refusalCodes).catch('request.invalid'),
        message: z.string(),
        retryAfterSeconds: z.int().optional(),
      }),
      /** Core could not tell; ask again. */
      z.object({ status: z.literal('failed'), message: z.string() }),
    ]),
  }),
  noticeFrame,
]);
export type CoreFrame = z.infer<typeof coreFrame>;

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
 * The agent's conversation with core over the WebSocket `/gateway`: one JSON object per frame.
 *
 * 1. core sends `challenge`; the agent signs it and sends `hello`; core answers `welcome` or closes (4401).
 * 2. The agent asks (`request`), core answers (`answer`) with the same `id`. Every request that changes
 * something carries an idempotency id (`requestId`, `releaseId`, `jobId`), which the agent writes to its
 * journal first.
 * 3. core may send `notice` at any time.
 *
 * Agents and cores of different versions work together (`versions.ts`). Core refuses an unknown question. The
 * agent ignores an unknown notice. An unknown word is read as the most cautious known one. None of these
 * closes the socket.
 *
 * IPP words (job-state, impressions, printer-state-reasons) are those of RFC 8011.
 */

/** The largest frame that core accepts from an agent. */
export const gatewayFrameLimitBytes = 64 * 1024;

/**
 * The largest frame that an agent accepts from core: a listing or release of the most documents with the
 * longest names.
 */
export const gatewayAnswerLimitBytes = 512 * 1024;

/** WebSocket close codes of `/gateway`. */
export const gatewayClose = { badFrame: 4400, unauthorised: 4401, replaced: 4409 } as const;

/** The text that an agent signs with its Ed25519 key: `sixpence-gateway\n<agentId>\n<nonce>`. */
export function gatewayProof(agentId: string, nonce: string): string {
  return `sixpence-gateway\n${agentId}\n${nonce}`;
}

/** How a printer counts. Its go-live test page determines this, and the settlement table depends on it. */
export const countingSchema = z.enum(['impressions', 'sheets', 'none']);
export type Counting = z.infer<typeof countingSchema>;

/**
 * A job's state as the agent reads it. An unknown state becomes `checking`, in which the agent neither prints
 * nor settles.
 */
const jobStateFromCore = knownWord(jobStates, 'checking');

/** A printer, as far as the agent needs to know it. */
export const agentPrinter = z.object({
  id: z.uuid(),
  /** Address of its panel: `/panel/<slug>`. */
  slug: z.string(),
  name: z.string(),
  /** `ipp://…` or `ipps://…` */
  uri: z.string(),
  counting: knownWord(countingSchema.options, 'none'),
  /**
   * The current round of pairings. Devices of an earlier round may not show the panel any more. Absent: 0.
   */
  pairingRound: z.int().optional(),
});
export type AgentPrinter = z.infer<typeof agentPrinter>;

const pageRangesSchema = z.array(z.tuple([z.int(), z.int()])).max(4);

/** One ready document of the user at the panel, with its price at this printer. */
export const panelDocument = z.object({
  documentId: z.uuid(),
  revision: z.int(),
  fileName: z.string(),
  pages: z.int(),
  side: sideSchema,
  isColor: z.boolean(),
  price: moneySchema,
  /** ISO 8601, UTC; absent until the document was printed. */
  printedAt: z.string().optional(),
  /**
   * Present when pages of the document were printed and left out: the original numbers of its pages, and the
   * printed pages, as ranges from page to page. Longer lists are cut to the first four ranges.
   */
  rest: z.object({ pages: pageRangesSchema, printed: pageRangesSchema }).optional(),
});
export type PanelDocument = z.infer<typeof panelDocument>;

/**
 * A document in a listing for the box. `picturePath` is the signed path of a small picture of its first page
 * at core, valid during the session.
 */
const listedDocument = panelDocument.extend({ picturePath: z.string().optional() });
export type ListedDocument = z.infer<typeof listedDocument>;

/** The most jobs of one release: n copies of a document are n jobs. */
export const mostJobsOfPress = 100;

/**
 * The most copies of one document. IPP's own `copies` is never used, because printers count copies
 * differently.
 */
export const mostCopies = 99;
export const copiesSchema = z.int().min(1).max(mostCopies);

/** The content of a panel session: documents and balance. */
const panelListing = z.object({
  panelSessionId: z.uuid(),
  documents: z.array(listedDocument),
  /** The number of documents that are still being prepared. */
  processing: z.int(),
  available: moneySchema,
  /** The user's other wallets with money, when the balance in the site's currency is too low. */
  otherWallets: z.array(moneySchema),
  /** The address of the top-up page. */
  topUpUrl: z.string(),
  /** How many copies of one document core accepts. Absent (older cores): 1. */
  mostCopies: copiesSchema.optional(),
});
export type PanelListing = z.infer<typeof panelListing>;

/** A job to print: one document, one IPP job, `job-name` = its id. */
const agentJob = z.object({
  jobId: z.uuid(),
  releaseId: z.uuid(),
  printerId: z.uuid(),
  fileName: z.string(),
  copy: copySchema.optional(),
  pages: z.int(),
  side: sideSchema,
  isColor: z.boolean(),
  /**
   * How the printer counted when the job was created; core settles by it. Absent: as the printer counts now.
   */
  counting: knownWord(countingSchema.options, 'none').optional(),
  held: moneySchema,
  /** Signed, short-lived path of the document's bytes at core. The request `job` returns a fresh one. */
  documentPath: z.string(),
  state: jobStateFromCore,
  impressions: z.int(),
  /**
   * How long core has held the price, by core's clock, because the box's clock may have jumped. Absent in
   * older cores.
   */
  ageSeconds: z.number().optional(),
});
export type AgentJob = z.infer<typeof agentJob>;

/** An open job in core's `welcome`. */
const openJobAtCore = z.object({ jobId: z.uuid(), releaseId: z.uuid() });
export type OpenJobAtCore = z.infer<typeof openJobAtCore>;

/** The most open jobs in one `welcome`; the next `welcome` names the remaining ones. */
export const mostJobsOfWelcome = 1_000;

/** How a job ended, as the agent saw it. Core applies the settlement table. */
const jobOutcomes = ['completed', 'canceled', 'aborted', 'never-began', 'unknown'] as const;
export const jobOutcomeSchema = z.enum(jobOutcomes);
export type JobOutcome = z.infer<typeof jobOutcomeSchema>;

/**
 * An unknown reason of a newer agent is omitted. The job is settled, and the printer is shown, nevertheless.
 */
const reasonFromAgent = plainText(100).transform((name) => jobReasonNames.find((known) => known === name));

export const printerReport = z.object({
  printerId: z.uuid(),
  state: knownWord(printerStates, 'processing'),
  /** The conditions that stop the printer or keep new jobs away. */
  reasons: z
    .array(reasonFromAgent)
    .max(20)
    .transform((reasons) => reasons.filter((reason) => reason !== undefined)),
  accepting: z.boolean(),
  color: z.boolean(),
  duplex: z.boolean(),
  formats: z.array(plainText(100)).max(50),
  makeAndModel: plainText(200),
});
export type PrinterReport = z.infer<typeof printerReport>;

/**
 * The settlement of a job. `checking` means that core keeps the hold until staff or the 24-hour rule decides.
 */
export const settlement = z.object({
  jobId: z.uuid(),
  state: jobStateFromCore,
  impressions: z.int(),
  captured: moneySchema,
  returned: moneySchema,
  available: moneySchema,
});
export type Settlement = z.infer<typeof settlement>;

/**
 * Every question of an agent: the schema of the question (`asks`), and of core's answer when it does not
 * refuse (`answers`). A question is repeated when the socket was lost before its answer; therefore it carries
 * an idempotency id, or only reads. A question with `latestOnly` is not repeated, because a newer one follows
 * after the reconnect.
 */
const questions = {
  /**
   * Redeems a print code at a printer; the code is used up. The agent writes `requestId` to its journal,
   * never the code.
   */
  redeem: {
    asks: z.object({ requestId: z.uuid(), printerId: z.uuid(), code: plainText(32) }),
    answers: panelListing,
  },
  /**
   * The result of an earlier `redeem` whose answer was lost; refused `code.wrong` when core never received
   * it.
   */
  redeemed: {
    asks: z.object({ requestId: z.uuid() }),
    answers: panelListing,
  },
  /**
   * QR sign-in: the code to show, or the documents of the user who has entered it. The same request returns
   * the same code until the code expires; then it is refused `pairing.ended`. The agent writes `requestId` to
   * its journal, never the code.
   */
  pair: {
    asks: z.object({ requestId: z.uuid(), printerId: z.uuid() }),
    answers: z.discriminatedUnion('status', [
      z.object({ status: z.literal('waiting'), code: z.string().regex(/^\d{6}$/), secondsLeft: z.int() }),
      z.object({ status: z.literal('paired'), listing: panelListing }),
    ]),
  },
  /** The user left a panel that showed a code. The code is revoked; if it has opened a session, that ends. */
  unpair: {
    asks: z.object({ requestId: z.uuid() }),
    answers: z.object({}),
  },
  /** The listing with current prices, balance, and documents. Counts as activity of the session. */
  list: {
    asks: z.object({ panelSessionId: z.uuid() }),
    answers: panelListing,
  },
  /** PRINT was pressed: core holds the price of all these documents, or of none. */
  release: {
    asks: z.object({
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
            /** Absent: 1. */
            copies: copiesSchema.optional(),
          }),
        )
        .max(mostJobsOfPress)
        .refine(
          (documents) => documents.reduce((sum, { copies = 1 }) => sum + copies, 0) <= mostJobsOfPress,
          `At most ${mostJobsOfPress} copies of all documents together`,
        ),
    }),
    answers: z.object({ jobs: z.array(agentJob), available: moneySchema }),
  },
  /** One job in core's current state, with a fresh document address. */
  job: {
    asks: z.object({ jobId: z.uuid() }),
    answers: agentJob,
  },
  /** Progress of a running job. Counts only rise; the report with the highest `sequence` counts. */
  progress: {
    asks: z.object({
      jobId: z.uuid(),
      sequence: tally,
      state: knownWord(['printing', 'stalled'], 'printing'),
      impressions: tally,
      reason: reasonFromAgent.optional(),
    }),
    answers: z.object({}),
  },
  /**
   * The job has ended: core captures and voids by the settlement table. Idempotent: a repetition returns the
   * first result.
   */
  settle: {
    asks: z.object({
      jobId: z.uuid(),
      outcome: knownWord(jobOutcomes, 'unknown'),
      impressions: tally,
      /** False when the printer never gave a count for this job. Then 0 impressions prove nothing. */
      counted: z.boolean().optional(),
      reason: reasonFromAgent.optional(),
    }),
    answers: settlement,
  },
  /**
   * Jobs of core's `welcome` that the agent does not know, because it has lost its journal. Core marks them
   * `checking`.
   */
  'unknown-jobs': {
    asks: z.object({ jobIds: z.array(z.uuid()).max(mostJobsOfWelcome) }),
    answers: z.object({}),
  },
  /**
   * A person's answer to *Anything wrong?* about a printed job. The agent writes `reportId` to its journal
   * and repeats the report until core has accepted or refused it.
   */
  'print-report': {
    asks: z.object({
      reportId: z.uuid(),
      jobId: z.uuid(),
      fault: knownWord(printFaults, 'something-else'),
    }),
    answers: z.object({}),
  },
  /** The user left the panel; running jobs go on. */
  'end-session': {
    asks: z.object({ panelSessionId: z.uuid() }),
    answers: z.object({}),
  },
  /** Redeems a link by which staff pair a device with a printer's panel; refused `panel-link.wrong`. */
  'pair-device': {
    asks: z.object({ requestId: z.uuid(), printerId: z.uuid(), code: plainText(100) }),
    /** The round of pairings to which the device belongs. */
    answers: z.object({ pairingRound: z.int().optional() }),
  },
  /** A printer's current state and capabilities. */
  printer: {
    asks: printerReport,
    answers: z.object({}),
    latestOnly: true,
  },
} as const satisfies Record<string, { asks: z.ZodType; answers: z.ZodType; latestOnly?: true }>;

type Questions = typeof questions;
export type AgentRequestName = keyof Questions;
export type AgentRequest<N extends AgentRequestName> = z.infer<Questions[N]['asks']>;
export type AgentAnswer<N extends AgentRequestName> = z.infer<Questions[N]['answers']>;

export const agentRequests = schemasOf('asks');
export const agentAnswers = schemasOf('answers');

function schemasOf<K extends 'asks' | 'answers'>(part: K): { [N in AgentRequestName]: Questions[N][K] } {
  const schemas = Object.entries(questions).map(([name, question]) => [name, question[part]]);
  return Object.fromEntries(schemas) as { [N in AgentRequestName]: Questions[N][K] };
}

export function isAgentRequestName(name: string): name is AgentRequestName {
  return Object.hasOwn(questions, name);
}

/** Whether the agent asks again when the socket was lost before the answer. */
export function isAskedAgain(name: AgentRequestName): boolean {
  return !('latestOnly' in questions[name]);
}

/** Frames from agent to core. */
export const agentFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    agentId: z.uuid(),
    signature: plainText(200),
    version: plainText(50),
    /** The contract number of the agent (`versions.ts`). Absent: 1. */
    contract: ordinal.default(1),
  }),
  z.object({ type: z.literal('request'), id: z.int(), name: plainText(50), body: z.unknown() }),
]);
export type AgentFrame = z.infer<typeof agentFrame>;

const noticeFrame = z.object({
  type: z.literal('notice'),
  notice: z.discriminatedUnion('name', [
    z.object({ name: z.literal('printers'), printers: z.array(agentPrinter) }),
    /** Documents, prices, or the balance of this session changed: ask `list` again. */
    z.object({ name: z.literal('listing-changed'), panelSessionId: z.uuid() }),
    z.object({ name: z.literal('session-ended'), panelSessionId: z.uuid() }),
    /** A user has entered the code of this request: ask `pair` again. */
    z.object({ name: z.literal('paired'), printerId: z.uuid(), requestId: z.uuid() }),
  ]),
});
const noticeNames = noticeFrame.shape.notice.options.map(({ shape }): string => shape.name.value);

/** A notice that only newer versions of core send. */
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
    /** How long a panel session lives without a touch. */
    idleSeconds: z.int(),
    /** The address of the sign-in page, for the QR code and the text of the attract screen. */
    publicUrl: z.string(),
    /** The agent's jobs that core has not settled, for reconciliation. Absent in older cores. */
    openJobs: z.array(openJobAtCore).optional(),
  }),
  z.object({
    type: z.literal('answer'),
    id: z.int(),
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('ok'), body: z.unknown() }),
      z.object({
        status: z.literal('refused'),
        /** An unknown code of a newer core still means a refusal. */
        code: z.enum(refusalCodes).catch('request.invalid'),
        message: z.string(),
        retryAfterSeconds: z.int().optional(),
      }),
      /** Core could not answer; ask again. */
      z.object({ status: z.literal('failed'), message: z.string() }),
    ]),
  }),
  noticeFrame,
]);
export type CoreFrame = z.infer<typeof coreFrame>;

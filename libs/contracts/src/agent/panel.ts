import { z } from 'zod';
import { copySchema, jobReasonSchema, jobStateSchema } from '../http/release.js';
import { moneySchema } from '../money.js';
import { refusalCodes } from '../refusals.js';
import { plainText } from '../values.js';
import { printFaultSchema } from '../printing/print-reports.js';
import { printerStateSchema } from '../printing/printer-states.js';
import { copiesSchema, mostJobsOfPress, panelDocument } from './gateway.js';

/**
 * What the agent tells a panel page and what a panel page may ask, over the WebSocket `/panel/<printer>/socket`.
 * The agent owns the state; the page draws the last `PanelView` it got, so that a reload shows the same screen.
 */
/** Why the agent ends a panel's socket, beyond the codes of RFC 6455. */
export const panelClose = { unpaired: 4403 } as const;

export const panelJob = z.object({
  jobId: z.uuid(),
  fileName: z.string(),
  copy: copySchema.optional(),
  pages: z.int(),
  state: z.union([jobStateSchema, z.enum(['waiting', 'sending'])]),
  reason: jobReasonSchema.optional(),
  impressions: z.int(),
  held: moneySchema,
  captured: moneySchema.optional(),
  returned: moneySchema.optional(),
  /** What the person said was wrong with it. */
  reported: printFaultSchema.optional(),
});
export type PanelJob = z.infer<typeof panelJob>;

const printerLine = z.object({
  name: z.string(),
  state: printerStateSchema,
  reasons: z.array(jobReasonSchema),
  /** False while the agent has no connection to core: codes cannot be checked. */
  online: z.boolean(),
});

export const panelView = z.discriminatedUnion('screen', [
  z.object({ screen: z.literal('attract'), printer: printerLine, site: z.string(), signInUrl: z.string() }),
  /** The keypad is up; `refused` says why the last code did not open a session. */
  z.object({
    screen: z.literal('keypad'),
    printer: printerLine,
    checking: z.boolean(),
    refused: z.object({ code: z.enum(refusalCodes), retryAfterSeconds: z.int().optional() }).optional(),
  }),
  /** QR sign-in: what to scan, or to type on one's own screen; `refused` says why there is none. */
  z.object({
    screen: z.literal('pairing'),
    printer: printerLine,
    code: z
      .object({ digits: z.string(), url: z.string(), /** ISO 8601. */ expiresAt: z.string() })
      .optional(),
    refused: z.object({ code: z.enum(refusalCodes) }).optional(),
  }),
  z.object({
    screen: z.literal('documents'),
    printer: printerLine,
    /** `picture` is the name of a small picture of the first page, at `/panel/<printer>/pictures/<name>`. */
    documents: z.array(panelDocument.extend({ picture: z.string().optional() })),
    processing: z.int(),
    available: moneySchema,
    otherWallets: z.array(moneySchema),
    topUpUrl: z.string(),
    /** How many copies of one document can be wanted. */
    mostCopies: copiesSchema,
    /** PRINT was pressed and core has not answered yet. */
    releasing: z.boolean(),
    refused: z.object({ code: z.enum(refusalCodes) }).optional(),
    /** ISO 8601; when the session ends if nobody touches the screen. */
    idleAt: z.string(),
  }),
  z.object({
    screen: z.literal('printing'),
    printer: printerLine,
    jobs: z.array(panelJob),
    /** Home was pressed: the current job finishes, the rest are cancelled. */
    leaving: z.boolean(),
  }),
  z.object({
    screen: z.literal('done'),
    printer: printerLine,
    jobs: z.array(panelJob),
    /** What all jobs cost together; absent until core has settled each of them. */
    captured: moneySchema.optional(),
    returned: moneySchema,
    available: moneySchema.optional(),
    /** Why more documents did not come. */
    refused: z.object({ code: z.enum(refusalCodes) }).optional(),
    /** ISO 8601; when the panel goes back to attract by itself. */
    leavesAt: z.string(),
  }),
]);
export type PanelView = z.infer<typeof panelView>;

export const panelAction = z.discriminatedUnion('action', [
  /** The pink button; and the way back from the QR code to the keypad. */
  z.object({ action: z.literal('begin') }),
  /** *Scan instead*: a QR code, or a new one. */
  z.object({ action: z.literal('scan') }),
  z.object({ action: z.literal('login'), code: plainText(32) }),
  /** PRINT; `copies` names the documents of which more than one is wanted. */
  z.object({
    action: z.literal('print'),
    documentIds: z.array(z.uuid()).min(1).max(mostJobsOfPress),
    copies: z.record(z.uuid(), copiesSchema).optional(),
    /** The total that the page showed; a list that has changed meanwhile is shown instead of printed. */
    totalMinor: z.int().optional(),
  }),
  /** Something was touched: the idle clock starts again. */
  z.object({ action: z.literal('touch') }),
  /** Back to the documents from the done screen, while the session lives. */
  z.object({ action: z.literal('more') }),
  /** *Anything wrong?* on the last screen. */
  z.object({ action: z.literal('report'), jobId: z.uuid(), fault: printFaultSchema }),
  /** The home icon. */
  z.object({ action: z.literal('home') }),
]);
export type PanelAction = z.infer<typeof panelAction>;

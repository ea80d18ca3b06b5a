import { z } from 'zod';
import { copySchema, jobReasonSchema, jobStateSchema } from '../http/release.js';
import { moneySchema } from '../money.js';
import { refusalCodes } from '../refusals.js';
import { plainText } from '../values.js';
import { printFaultSchema } from '../printing/print-reports.js';
import { printerStateSchema } from '../printing/printer-states.js';
import { copiesSchema, mostJobsOfPress, panelDocument } from './gateway.js';

/**
 * The messages between the agent and a panel page, over the WebSocket `/panel/<printer>/socket`. The agent
 * owns the state. The page draws the last `PanelView` that it received, so a reload shows the same screen.
 */
/** The agent's own close code for a panel's socket, beyond the codes of RFC 6455. */
export const panelClose = { unpaired: 4403 } as const;

const panelJob = z.object({
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
  /** The fault that the user reported. */
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
  /** The keypad. `refused` says why the last code opened no session. */
  z.object({
    screen: z.literal('keypad'),
    printer: printerLine,
    checking: z.boolean(),
    refused: z.object({ code: z.enum(refusalCodes), retryAfterSeconds: z.int().optional() }).optional(),
  }),
  /**
   * QR sign-in: the QR code to scan, and its digits to type on the user's own screen. `refused` says why
   * there is no code.
   */
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
    /** The most copies of one document. */
    mostCopies: copiesSchema,
    /** PRINT was pressed and core has not answered yet. */
    releasing: z.boolean(),
    refused: z.object({ code: z.enum(refusalCodes) }).optional(),
    /** ISO 8601; the end of the session if no touch comes before. */
    idleAt: z.string(),
  }),
  z.object({
    screen: z.literal('printing'),
    printer: printerLine,
    jobs: z.array(panelJob),
    /** The home icon was pressed: the current job finishes, the other jobs are cancelled. */
    leaving: z.boolean(),
  }),
  z.object({
    screen: z.literal('done'),
    printer: printerLine,
    jobs: z.array(panelJob),
    /** The cost of all jobs together; absent until core has settled each of them. */
    captured: moneySchema.optional(),
    returned: moneySchema,
    available: moneySchema.optional(),
    /** Why *Print more* failed. */
    refused: z.object({ code: z.enum(refusalCodes) }).optional(),
    /** ISO 8601; when the panel returns to the attract screen by itself. */
    leavesAt: z.string(),
  }),
]);
export type PanelView = z.infer<typeof panelView>;

export const panelAction = z.discriminatedUnion('action', [
  /** The pink button, and the way back from the QR code to the keypad. */
  z.object({ action: z.literal('begin') }),
  /** *Scan instead*: shows a QR code, or a new one. */
  z.object({ action: z.literal('scan') }),
  z.object({ action: z.literal('login'), code: plainText(32) }),
  /** PRINT. `copies` contains the documents with more than one copy. */
  z.object({
    action: z.literal('print'),
    documentIds: z.array(z.uuid()).min(1).max(mostJobsOfPress),
    copies: z.record(z.uuid(), copiesSchema).optional(),
    /**
     * The total that the page showed. If the total has changed since, the panel shows the new list and prints
     * nothing.
     */
    totalMinor: z.int().optional(),
  }),
  /** The user touched the screen: restarts the idle timer. */
  z.object({ action: z.literal('touch') }),
  /** Back to the documents from the done screen, while the session lives. */
  z.object({ action: z.literal('more') }),
  /** The answer to *Anything wrong?* on the last screen. */
  z.object({ action: z.literal('report'), jobId: z.uuid(), fault: printFaultSchema }),
  /** The home icon. */
  z.object({ action: z.literal('home') }),
]);
export type PanelAction = z.infer<typeof panelAction>;

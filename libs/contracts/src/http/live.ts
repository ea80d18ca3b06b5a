import { z } from 'zod';
import { moneySchema } from '../money.js';
import { documentRow } from './documents.js';
import { jobView } from './release.js';

/**
 * News to a signed-in browser over the WebSocket `GET /live`, one JSON object a frame.
 * `/live` sends the person's jobs of the last 24 h and the balances on connect, then changes.
 */
export const liveNews = z.discriminatedUnion('type', [
  z.object({ type: z.literal('document'), document: documentRow }),
  z.object({ type: z.literal('document-gone'), orderId: z.uuid() }),
  z.object({ type: z.literal('job'), job: jobView }),
  z.object({ type: z.literal('balance'), available: moneySchema }),
  z.object({ type: z.literal('code-used'), printer: z.string() }),
]);
export type LiveNews = z.infer<typeof liveNews>;

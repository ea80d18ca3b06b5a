import { z } from 'zod';

/** printer-state of RFC 8011 in words, plus `unreachable`. */
export const printerStateSchema = z.enum(['idle', 'processing', 'stopped', 'unreachable']);
export type PrinterState = z.infer<typeof printerStateSchema>;

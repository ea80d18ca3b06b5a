import { z } from 'zod';

/** printer-state of RFC 8011 in words, plus `unreachable`. */
export const printerStates = ['idle', 'processing', 'stopped', 'unreachable'] as const;
export const printerStateSchema = z.enum(printerStates);
export type PrinterState = z.infer<typeof printerStateSchema>;

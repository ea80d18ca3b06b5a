import { z } from 'zod';

/** What people say at a panel was wrong with what came out; staff read it, and nobody types anything. */
export const printFaults = ['pages-missing', 'faint', 'crooked', 'wrong-colors', 'something-else'] as const;
export const printFaultSchema = z.enum(printFaults);
export type PrintFault = z.infer<typeof printFaultSchema>;

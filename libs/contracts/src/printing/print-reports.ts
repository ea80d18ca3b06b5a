import { z } from 'zod';

/** The faults that users can choose at a panel after printing. Staff read them; there is no free text. */
export const printFaults = ['pages-missing', 'faint', 'crooked', 'wrong-colors', 'something-else'] as const;
export const printFaultSchema = z.enum(printFaults);
export type PrintFault = z.infer<typeof printFaultSchema>;

import { IppError } from '../errors.js';

/** The `IppError` that `attempt` fails with; any other ending is the test's failure. */
export async function failureOf(attempt: Promise<unknown>): Promise<IppError> {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof IppError) return error;
    throw error;
  }
  throw new Error('the attempt succeeded');
}

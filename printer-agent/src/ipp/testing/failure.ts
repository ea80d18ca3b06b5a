import { IppError } from '../errors.js';

/** The `IppError` with which `attempt` rejects. Any other result fails the test. */
export async function failureOf(attempt: Promise<unknown>): Promise<IppError> {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof IppError) return error;
    throw error;
  }
  throw new Error('the attempt succeeded');
}

import { get, post } from './http.js';
import { endSignedInWork } from './sign-out.js';

/** Whether the server accepts this browser's session; undefined when the check fails. */
export async function isSessionAccepted(): Promise<boolean | undefined> {
  try {
    return (await get('/validate-session')).valid;
  } catch (error) {
    console.warn('The session could not be checked', error);
    return undefined;
  }
}

/** Whether this browser is signed in. A failed check means no (specification §4). */
export async function sessionIsValid(): Promise<boolean> {
  return (await isSessionAccepted()) === true;
}

/** The e-mail address of the signed-in user. */
export async function accountEmail(): Promise<string> {
  return (await get('/footer-email')).email;
}

/**
 * Ends the session on the server. The caller does not wait, and the user does not see a failure
 * (specification §8).
 */
export function endSession(): void {
  endSignedInWork();
  post('/logout-session').catch((error: unknown) =>
    console.warn('The sign-out did not reach the server', error),
  );
}

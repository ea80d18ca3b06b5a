import { get, post } from './http.js';
import { endSignedInWork } from './sign-out.js';

/** What the server says of this browser's session; undefined where it does not answer. */
export async function sessionValidity(): Promise<boolean | undefined> {
  try {
    return (await get('/validate-session')).valid;
  } catch (error) {
    console.warn('The session could not be checked', error);
    return undefined;
  }
}

/** Whether this browser is signed in. A check that fails counts as a no (specification §4). */
export async function sessionIsValid(): Promise<boolean> {
  return (await sessionValidity()) === true;
}

/** The signed-in person's address, for the footer. */
export async function accountEmail(): Promise<string> {
  return (await get('/footer-email')).email;
}

/** Ends the session on the server; nobody waits for it and its failure is silent (specification §8). */
export function endSession(): void {
  endSignedInWork();
  post('/logout-session').catch((error: unknown) =>
    console.warn('The server was not told of the sign-out', error),
  );
}

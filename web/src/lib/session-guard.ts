import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { HttpFailure } from './http.js';
import { sessionIsValid, sessionValidity } from './session.js';

/** Checks the session before an act; answers whether it is valid, and leads to /login where it is not. */
export function useSessionCheck(): () => Promise<boolean> {
  const navigate = useNavigate();
  return useCallback(async () => {
    const valid = await sessionIsValid();
    if (!valid) await navigate('/login');
    return valid;
  }, [navigate]);
}

/**
 * Wraps what a person does on a guarded page: the session is checked first, and a dead one, seen before or during the
 * action, leads to /login. Other failures go to the caller.
 * @returns whether the action ran to its end
 */
export function useSessionGuard(): (action: () => Promise<void> | void) => Promise<boolean> {
  const navigate = useNavigate();
  const sessionHolds = useSessionCheck();
  return useCallback(
    async (action) => {
      if (!(await sessionHolds())) return false;
      try {
        await action();
        return true;
      } catch (error) {
        if (!signInNeeded(error)) throw error;
        await navigate('/login');
        return false;
      }
    },
    [navigate, sessionHolds],
  );
}

/**
 * Checks the session before a call that an act leads to.
 * @throws HttpFailure 401 where it is not valid, or could not be checked
 */
export async function requireSession(): Promise<void> {
  if (!(await sessionIsValid())) throw new HttpFailure(401, 'session.missing', 'The session has ended');
}

let asked: Promise<boolean | undefined> | undefined;

/**
 * Leads to /login where the session has ended, for a page that was refused something it shows. Many ask at once then: the
 * server is asked once.
 */
export function useLeaveWhenEnded(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    asked ??= sessionValidity().finally(() => (asked = undefined));
    if ((await asked) === false) await navigate('/login');
  }, [navigate]);
}

/** Whether an answer says that the person has to sign in again. */
export function signInNeeded(error: unknown): boolean {
  return error instanceof HttpFailure && error.needsSignIn;
}

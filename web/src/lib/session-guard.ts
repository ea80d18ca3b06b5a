import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { HttpFailure } from './http.js';
import { isSessionAccepted, sessionIsValid } from './session.js';

/**
 * A function that checks the session and, if it is not valid, sends the user to /login. It returns whether
 * the session is valid; an action that changes only this page does not wait for that.
 */
export function useSessionCheck(): () => Promise<boolean> {
  const navigate = useNavigate();
  return useCallback(async () => {
    const valid = await sessionIsValid();
    if (!valid) await navigate('/login');
    return valid;
  }, [navigate]);
}

/**
 * A function that checks the session and then runs an action of a guarded page. If the session is not valid,
 * or core refuses the action because of the session, the user goes to /login. Other failures reach the
 * caller. It returns whether the action ran to its end.
 */
export function useSessionGuard(): (action: () => Promise<void> | void) => Promise<boolean> {
  const navigate = useNavigate();
  const checkSession = useSessionCheck();
  return useCallback(
    async (action) => {
      if (!(await checkSession())) return false;
      try {
        await action();
        return true;
      } catch (error) {
        if (!signInNeeded(error)) throw error;
        await navigate('/login');
        return false;
      }
    },
    [navigate, checkSession],
  );
}

/**
 * Checks the session before a call.
 * @throws HttpFailure 401 when the session is not valid or the check failed
 */
export async function requireSession(): Promise<void> {
  if (!(await sessionIsValid())) throw new HttpFailure(401, 'session.missing', 'The session has ended');
}

let runningCheck: Promise<boolean | undefined> | undefined;

/**
 * Sends the user to /login if the session has ended. A page calls it when its content is refused. Refusals at
 * the same moment share one check.
 */
export function useLeaveWhenEnded(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    runningCheck ??= isSessionAccepted().finally(() => (runningCheck = undefined));
    if ((await runningCheck) === false) await navigate('/login');
  }, [navigate]);
}

/** Whether a failed query is retried: once, and never after the session has ended. */
export function shouldRetry(failuresBefore: number, error: unknown): boolean {
  return failuresBefore < 1 && !signInNeeded(error);
}

export function signInNeeded(error: unknown): boolean {
  return error instanceof HttpFailure && error.needsSignIn;
}

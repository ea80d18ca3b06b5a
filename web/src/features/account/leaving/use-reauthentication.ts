import { useState } from 'react';
import { HttpFailure } from '../../../lib/http.js';
import { useSessionGuard } from '../../../lib/session-guard.js';
import { leavingWords } from '../account-words.en.js';

/** The reason for a failure, as shown to the user. */
export interface NotDone {
  code: string | undefined;
  sentence: string;
  advice: string | undefined;
}

/**
 * Runs an action for which a session is not enough. If the account has a password, the action must send it.
 */
export function useReauthentication(hasPassword: boolean) {
  const guard = useSessionGuard();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [notDone, setNotDone] = useState<NotDone>();

  /** @returns whether the action succeeded */
  async function run(action: (proof: { password?: string }) => Promise<void>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setNotDone(undefined);
    try {
      const done = await guard(() => action(hasPassword ? { password } : {}));
      if (done) setPassword('');
      return done;
    } catch (error) {
      setNotDone(notDoneOf(error, hasPassword));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { password, setPassword, busy, notDone, run, complete: !hasPassword || password !== '' };
}

function notDoneOf(error: unknown, hasPassword: boolean): NotDone {
  const failure = error instanceof HttpFailure ? error : undefined;
  const sentence = failure?.serverMessage ?? leavingWords.notDone;
  if (failure?.code === 'account.unproven') {
    return {
      code: failure.code,
      sentence,
      advice: hasPassword ? leavingWords.wrongPassword : leavingWords.signInAnew,
    };
  }
  if (failure?.code === 'leaving.money-left') {
    return { code: failure.code, sentence, advice: leavingWords.moneyAdvice };
  }
  const isUnavailable = failure === undefined || failure.status >= 500;
  return { code: failure?.code, sentence, advice: isUnavailable ? leavingWords.notDoneAdvice : undefined };
}

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { StatusMessage } from '../../components/status-message.js';
import { FailureMessage } from '../../components/failure-message.js';
import { useSessionGuard } from '../../lib/session-guard.js';
import { type Problem, problemOf } from './problem.js';
import { accountKey } from './use-account.js';

export interface Acting {
  /** The name of the running action; undefined when none is running. */
  busy: string | undefined;
  /** The outcome of the last action, to be shown in the section. */
  outcome: ReactNode;
  /**
   * Runs one action at a time, and fetches the account again afterwards.
   * @param act.done the sentence for success
   * @returns whether the action succeeded
   */
  act: (act: { name: string; done?: string; action: () => Promise<unknown> }) => Promise<boolean>;
  /** Removes the outcome. */
  clear: () => void;
}

/** Runs the actions of a section and keeps their outcome. */
export function useAct(): Acting {
  const guard = useSessionGuard();
  const queries = useQueryClient();
  const running = useRef(false);
  const [busy, setBusy] = useState<string>();
  const [outcome, setOutcome] = useState<{ problem?: Problem; done?: string }>({});

  const act: Acting['act'] = async ({ name, done, action }) => {
    if (running.current) return false;
    running.current = true;
    setBusy(name);
    setOutcome({});
    try {
      const ran = await guard(async () => {
        await action();
        await queries.invalidateQueries({ queryKey: accountKey });
        await queries.invalidateQueries({ queryKey: ['account-email'] });
      });
      if (ran && done !== undefined) setOutcome({ done });
      return ran;
    } catch (error) {
      setOutcome({ problem: problemOf(error) });
      return false;
    } finally {
      running.current = false;
      setBusy(undefined);
    }
  };

  const { problem, done } = outcome;
  return {
    busy,
    act,
    clear: () => setOutcome({}),
    outcome: problem ? (
      <FailureMessage advice={problem.advice}>{problem.sentence}</FailureMessage>
    ) : done === undefined ? null : (
      <StatusMessage>{done}</StatusMessage>
    ),
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Note } from '../../components/note.js';
import { Notice } from '../../components/notice.js';
import { useSessionGuard } from '../../lib/session-guard.js';
import { type Problem, problemOf } from './problem.js';
import { accountKey } from './use-account.js';

export interface Acting {
  /** The name of what is under way; undefined when nothing is. */
  busy: string | undefined;
  /** What has become of the last act, to be shown in the section. */
  outcome: ReactNode;
  /**
   * Does one thing at a time; what the page shows is fetched anew afterwards.
   * @param act.done what is said when it has worked
   * @returns whether it has
   */
  act: (act: { name: string; done?: string; action: () => Promise<unknown> }) => Promise<boolean>;
  /** Nothing is said any more. */
  clear: () => void;
}

/** What a section does for its person. */
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
      <Notice advice={problem.advice}>{problem.sentence}</Notice>
    ) : done === undefined ? null : (
      <Note>{done}</Note>
    ),
  };
}

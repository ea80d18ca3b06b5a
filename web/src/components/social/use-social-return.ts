import type { UnprovenPerson } from '@sixpence/contracts/http/social';
import type { ProviderName } from '@sixpence/contracts/provider-names';
import { useEffect, useState } from 'react';
import { get } from '../../lib/http.js';
import { forgetSocialWay, markedSocialWay } from './social-mark.js';

/** What has become of a way to a provider that ended on this page. */
export type SocialReturn =
  | { state: 'none' }
  | { state: 'asking' }
  /** Denied, broken, or too late. */
  | { state: 'unfinished'; provider: ProviderName }
  /** Somebody has to type a code that was mailed to them. */
  | { state: 'unproven'; person: UnprovenPerson };

const none: SocialReturn = { state: 'none' };

/**
 * Whether this page was opened by coming back from a provider. An answer that has its own sentence (`?error=`) needs no
 * other, and ends it.
 */
export function useSocialReturn({ isSignupFlow, isTold }: { isSignupFlow: boolean; isTold: boolean }) {
  const [back, setBack] = useState<SocialReturn>(() =>
    isTold || markedSocialWay() === undefined ? none : { state: 'asking' },
  );
  useEffect(() => {
    const provider = markedSocialWay();
    if (isTold) forgetSocialWay();
    if (isTold || provider === undefined) return undefined;
    let isOver = false;
    const ask = async () => {
      const person = await waitingPerson();
      if (isOver) return;
      const isHere = person?.isSignupFlow === isSignupFlow;
      if (!isHere) forgetSocialWay();
      setBack(isHere ? { state: 'unproven', person } : { state: 'unfinished', provider });
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [isSignupFlow, isTold]);

  function startAgain() {
    forgetSocialWay();
    setBack(none);
  }

  return { back, startAgain };
}

/** Not knowing counts as nobody: the form is there all the same. */
async function waitingPerson(): Promise<UnprovenPerson | undefined> {
  try {
    return (await get('/social-pending')).person;
  } catch (error) {
    console.warn('What became of the provider could not be asked', error);
    return undefined;
  }
}

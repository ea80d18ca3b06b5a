import type { UnprovenPerson } from '@sixpence/contracts/http/social';
import type { ProviderName } from '@sixpence/contracts/provider-names';
import { useEffect, useState } from 'react';
import { get } from '../../lib/http.js';
import { forgetVisitedProvider, visitedProvider } from './visited-provider.js';

/** The outcome of a visit to a provider that ended on this page. */
export type SocialReturn =
  | { state: 'none' }
  | { state: 'asking' }
  /** The user refused, the provider failed, or the time ran out. */
  | { state: 'unfinished'; provider: ProviderName }
  /** The user must type a code that was mailed to them. */
  | { state: 'unproven'; person: UnprovenPerson };

const none: SocialReturn = { state: 'none' };

/**
 * Whether the user has come to this page from a provider, and with which outcome. If the URL already names an
 * error (`?error=`), the page shows only that error.
 */
export function useSocialReturn({
  isSignupFlow,
  hasErrorInUrl,
}: {
  isSignupFlow: boolean;
  hasErrorInUrl: boolean;
}) {
  const [back, setBack] = useState<SocialReturn>(() =>
    hasErrorInUrl || visitedProvider() === undefined ? none : { state: 'asking' },
  );
  useEffect(() => {
    const provider = visitedProvider();
    if (hasErrorInUrl) forgetVisitedProvider();
    if (hasErrorInUrl || provider === undefined) return undefined;
    let isOver = false;
    const ask = async () => {
      const person = await pendingPerson();
      if (isOver) return;
      const isHere = person?.isSignupFlow === isSignupFlow;
      if (!isHere) forgetVisitedProvider();
      setBack(isHere ? { state: 'unproven', person } : { state: 'unfinished', provider });
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [isSignupFlow, hasErrorInUrl]);

  function startAgain() {
    forgetVisitedProvider();
    setBack(none);
  }

  return { back, startAgain };
}

/** A failed request counts as "no code expected": the form of the page still works. */
async function pendingPerson(): Promise<UnprovenPerson | undefined> {
  try {
    return (await get('/social-pending')).person;
  } catch (error) {
    console.warn('The state of the sign-in with a provider could not be fetched', error);
    return undefined;
  }
}

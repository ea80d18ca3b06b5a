import { Fragment, type ReactNode, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { lazyPart } from '../../lib/lazy-part.js';
import { Waiting } from '../waiting.js';
import { SocialWays } from './social-ways.js';
import { socialWords } from './social-words.js';
import { useSocialReturn } from './use-social-return.js';

/** Most providers vouch for an address: few ever see it. */
const SocialCode = lazyPart('social-code', async () => (await import('./social-code.js')).SocialCode);

/**
 * The form of a way in, with the identity providers as other ways under it. Where somebody has come back from one that
 * does not vouch for their address, the code that was mailed to them is asked in its place.
 */
export function WithProviders(props: {
  does: 'sign-in' | 'sign-up';
  /** The page was opened with a sentence of its own. */
  isTold: boolean;
  children: ReactNode;
}) {
  const { does, isTold, children } = props;
  const navigate = useNavigate();
  const { back, startAgain } = useSocialReturn({ isSignupFlow: does === 'sign-up', isTold });
  if (back.state === 'asking') return <Waiting what={socialWords.asking} />;
  if (back.state === 'unproven') {
    const done = (to: string) => {
      startAgain();
      void navigate(to);
    };
    return (
      <Suspense fallback={<Waiting what={socialWords.asking} />}>
        <SocialCode person={back.person} done={done} startAgain={startAgain} />
      </Suspense>
    );
  }
  return (
    <>
      {/* Whoever typed a code may be sent to this very page, told something: the form begins anew with it. */}
      <Fragment key={String(isTold)}>{children}</Fragment>
      <SocialWays does={does} unfinished={back.state === 'unfinished' ? back.provider : undefined} />
    </>
  );
}

import { Fragment, type ReactNode, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { lazyPart } from '../../lib/lazy-part.js';
import { Waiting } from '../waiting.js';
import { ProviderButtons } from './provider-buttons.js';
import { socialWords } from './social-words.en.js';
import { useSocialReturn } from './use-social-return.js';

/** A script of its own, because most providers confirm the address and few users see this form. */
const SocialCode = lazyPart('social-code', async () => (await import('./social-code.js')).SocialCode);

/**
 * The form for sign-in or sign-up with the provider buttons below. The code form replaces both for a user
 * whose provider has not confirmed their address.
 */
export function WithProviders(props: {
  does: 'sign-in' | 'sign-up';
  /** The page opened with `?error=`. */
  hasErrorInUrl: boolean;
  children: ReactNode;
}) {
  const { does, hasErrorInUrl, children } = props;
  const navigate = useNavigate();
  const { back, startAgain } = useSocialReturn({ isSignupFlow: does === 'sign-up', hasErrorInUrl });
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
      {/* After the code the user may return here with an error in the URL: the new key resets the form. */}
      <Fragment key={String(hasErrorInUrl)}>{children}</Fragment>
      <ProviderButtons does={does} unfinished={back.state === 'unfinished' ? back.provider : undefined} />
    </>
  );
}

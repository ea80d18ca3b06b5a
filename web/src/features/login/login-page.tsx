import { useEffect, useState } from 'react';
import { NavigationType, useNavigate, useNavigationType, useSearchParams } from 'react-router';
import { EntryPage } from '../../components/entry/entry-page.js';
import { StatusMessage } from '../../components/status-message.js';
import { WithProviders } from '../../components/social/with-providers.js';
import { forgetAddressStep } from '../../components/two-steps/use-kept-step.js';
import { scannedCode } from '../../lib/scanned-code.js';
import { scannedShortfall } from '../../lib/scanned-shortfall.js';
import { sessionIsValid } from '../../lib/session.js';
import { endSignedInWork } from '../../lib/sign-out.js';
import { LoginForm } from './login-form.js';
import { loginWords } from './login-words.en.js';

/** `/login`: e-mail and password, or an identity provider. */
export default function LoginPage() {
  const [query] = useSearchParams();
  useRedirectWhenSignedIn(query.has('error'));
  useEffect(forgetAddressStep, []);
  useEffect(endSignedInWork, []);
  const { title, lead, opening } = loginWords;
  return (
    <EntryPage title={title} lead={lead} opening={opening}>
      <SignInAfterScan />
      <WithProviders does="sign-in" hasErrorInUrl={query.has('error')}>
        <LoginForm signUpRequired={query.get('error') === 'signup-required'} />
      </WithProviders>
    </EntryPage>
  );
}

/** A message for a user who scanned the QR code of a panel before sign-in. */
function SignInAfterScan() {
  const [message] = useState(() => {
    if (scannedCode() !== undefined) return loginWords.signInToValidate;
    return scannedShortfall() ? loginWords.signInToTopUp : undefined;
  });
  return message === undefined ? null : <StatusMessage>{message}</StatusMessage>;
}

/**
 * Redirects a signed-in user to the dashboard. The user stays when the URL has `?error=`, or when another
 * page redirected the user to this page, because that page found the session invalid.
 */
function useRedirectWhenSignedIn(hasErrorInUrl: boolean): void {
  const navigate = useNavigate();
  const isOpenedDirectly = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (hasErrorInUrl || !isOpenedDirectly) return undefined;
    let hasLeftPage = false;
    void sessionIsValid().then((valid) => {
      if (valid && !hasLeftPage) void navigate('/dashboard', { replace: true });
    });
    return () => {
      hasLeftPage = true;
    };
  }, [navigate, hasErrorInUrl, isOpenedDirectly]);
}

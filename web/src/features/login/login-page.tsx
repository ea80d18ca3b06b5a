import { useEffect, useState } from 'react';
import { NavigationType, useNavigate, useNavigationType, useSearchParams } from 'react-router';
import { EntryPage } from '../../components/entry/entry-page.js';
import { Note } from '../../components/note.js';
import { WithProviders } from '../../components/social/with-providers.js';
import { forgetAddedAddress } from '../../components/two-steps/use-kept-step.js';
import { scannedCode } from '../../lib/scanned-code.js';
import { scannedShortfall } from '../../lib/scanned-shortfall.js';
import { sessionIsValid } from '../../lib/session.js';
import { endSignedInWork } from '../../lib/sign-out.js';
import { LoginForm } from './login-form.js';
import { loginWords } from './login-words.en.js';

/** `/login`: e-mail and password, or an identity provider. */
export default function LoginPage() {
  const [query] = useSearchParams();
  useWayOn(query.has('error'));
  useEffect(forgetAddedAddress, []);
  useEffect(endSignedInWork, []);
  const { title, lead, opening } = loginWords;
  return (
    <EntryPage title={title} lead={lead} opening={opening}>
      <ScannedNote />
      <WithProviders does="sign-in" isTold={query.has('error')}>
        <LoginForm signUpRequired={query.get('error') === 'signup-required'} />
      </WithProviders>
    </EntryPage>
  );
}

/** A note for a user who scanned the QR code of a panel before sign-in. */
function ScannedNote() {
  const [wanted] = useState(() => {
    if (scannedCode() !== undefined) return loginWords.signInToValidate;
    return scannedShortfall() ? loginWords.signInToTopUp : undefined;
  });
  return wanted === undefined ? null : <Note>{wanted}</Note>;
}

/**
 * A signed-in user who opens this page goes on to the dashboard. Not so a user with an error in the address,
 * or one whom another page sent here: that page has found the session invalid.
 */
function useWayOn(isSentHere: boolean): void {
  const navigate = useNavigate();
  const isOpenedHere = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (isSentHere || !isOpenedHere) return undefined;
    let left = false;
    void sessionIsValid().then((valid) => {
      if (valid && !left) void navigate('/dashboard', { replace: true });
    });
    return () => {
      left = true;
    };
  }, [navigate, isSentHere, isOpenedHere]);
}

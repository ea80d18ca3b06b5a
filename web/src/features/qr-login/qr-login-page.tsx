import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import card from '../../components/card.module.css';
import { StatusMessage } from '../../components/status-message.js';
import { FailureMessage } from '../../components/failure-message.js';
import { PageLink } from '../../components/page-link.js';
import { post } from '../../lib/http.js';
import { digitsIn, forgetScannedCode, keepScannedCode, scannedCode } from '../../lib/scanned-code.js';
import { sessionIsValid } from '../../lib/session.js';
import styles from './qr-login.module.css';
import { qrLoginWords as words } from './qr-login-words.en.js';
import { malformed, notAuthenticated, outcomeOf, type QrOutcome, success } from './qr-outcome.js';
import { type PanelOfCode, usePanelOfCode } from './use-panel-of-code.js';

/**
 * `/qrlogin`, `/qrlogin#<digits>`: opens the user's list at the panel that shows six digits. A scan only
 * fills in the digits. The page then names the panel, and the panel opens when the user presses Validate.
 */
export default function QrLoginPage() {
  const { hash } = useLocation();
  // A scan of another code in this tab starts again.
  return <QrLogin key={hash} scanned={digitsIn(hash)} />;
}

function QrLogin({ scanned }: { scanned: string | undefined }) {
  const navigate = useNavigate();
  const [code, setCode] = useState(() => scanned ?? scannedCode() ?? '');
  const [validating, setValidating] = useState(false);
  const [outcome, setOutcome] = useState<QrOutcome>();
  const { panel, askAgain } = usePanelOfCode(
    outcome?.kind === 'success' ? '' : code,
    () => void goToSignIn(),
  );
  const ready = code.length === 6 && panel?.state !== 'loading';

  function change(typed: string) {
    setCode(typed.replaceAll(/\D/g, '').slice(0, 6));
    setOutcome(undefined);
  }

  async function goToSignIn() {
    keepScannedCode(code);
    await navigate('/login');
  }

  async function validate(event: SyntheticEvent) {
    event.preventDefault();
    if (!ready || validating) return;
    setValidating(true);
    setOutcome(undefined);
    try {
      if (!(await sessionIsValid())) {
        await goToSignIn();
        return;
      }
      // A panel opens only after the page has named it.
      if (panel?.state === 'failed') {
        await askAgain();
        return;
      }
      const { authenticated, message } = await post('/qr-auth', { code });
      forgetScannedCode();
      setOutcome(authenticated ? success() : notAuthenticated(message));
    } catch (error) {
      const refused = outcomeOf(error);
      setOutcome(refused);
      if (refused.kind === 'sign-in') await goToSignIn();
    } finally {
      setValidating(false);
    }
  }

  return (
    <div className={styles.page}>
      <section className={`${card.card} ${card.raised}`} aria-labelledby="qr-login">
        <h1 id="qr-login" className={styles.title}>
          {words.title}
        </h1>
        <p>{words.lead}</p>
        {outcome?.kind === 'success' ? (
          <>
            <StatusMessage advice={outcome.advice}>{outcome.sentence}</StatusMessage>
            <PageLink to="/dashboard">{words.toDashboard}</PageLink>
          </>
        ) : (
          <form className={styles.form} onSubmit={(event) => void validate(event)} noValidate>
            <TextInput
              label={words.code}
              description={words.codeAdvice}
              placeholder={words.code}
              inputMode="numeric"
              autoComplete="off"
              size="lg"
              classNames={{ input: styles.digits ?? '' }}
              value={code}
              error={outcome?.kind === 'malformed'}
              onChange={(event) => change(event.currentTarget.value)}
              // While Validate is disabled, Enter does not submit the form. So this handler shows that the
              // code is incomplete.
              onKeyDown={({ key }) => {
                if (key === 'Enter' && code.length !== 6) setOutcome(malformed());
              }}
            />
            {panel ? <PanelName panel={panel} /> : null}
            {outcome ? <FailureMessage advice={outcome.advice}>{outcome.sentence}</FailureMessage> : null}
            {validating ? (
              <p role="status" className={styles.soft}>
                {words.validating}
              </p>
            ) : null}
            <Button type="submit" size="lg" fullWidth loading={validating} disabled={!ready}>
              {words.validate}
            </Button>
            <p className={styles.soft}>{words.authenticating}</p>
            <p className={styles.soft}>
              {words.agreeing} <PageLink to="/terms">{words.terms}</PageLink>.
            </p>
          </form>
        )}
      </section>
    </div>
  );
}

function PanelName({ panel }: { panel: PanelOfCode }) {
  if (panel.state === 'none') {
    return (
      <p role="status" className={styles.soft}>
        {words.nobodys}
      </p>
    );
  }
  if (panel.state !== 'found') return null;
  return (
    <div role="status" className={styles.panel}>
      <p className={styles.question}>
        {words.open}{' '}
        <b>
          {panel.printer}, {panel.site}
        </b>
        ?
      </p>
      <p>{words.openAdvice}</p>
    </div>
  );
}

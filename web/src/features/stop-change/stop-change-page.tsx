import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { EntryPage } from '../../components/entry/entry-page.js';
import styles from '../../components/entry/entry.module.css';
import { StatusMessage } from '../../components/status-message.js';
import { FailureMessage } from '../../components/failure-message.js';
import { HttpFailure, post } from '../../lib/http.js';
import { stopChangeWords } from './stop-change-words.en.js';

type Outcome = 'stopped' | 'over' | 'failed';

/**
 * `/stop-change#<token>`: the link in the mail about a changed address. The user stops the change here and
 * then chooses a new password. Opening the page changes nothing.
 */
export default function StopChangePage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const { title, lead, opening } = stopChangeWords;

  async function stop() {
    setBusy(true);
    setOutcome(undefined);
    try {
      await post('/address-stop', { token: hash.slice(1) });
      setOutcome('stopped');
    } catch (error) {
      const isOver = error instanceof HttpFailure && (error.status === 404 || error.status === 400);
      setOutcome(isOver ? 'over' : 'failed');
    } finally {
      setBusy(false);
    }
  }

  return (
    <EntryPage title={title} lead={lead} opening={opening}>
      <div className={styles.form}>
        <Outcome outcome={outcome} />
        {outcome === 'stopped' || outcome === 'over' ? (
          <Button size="md" fullWidth onClick={() => void navigate('/reset-password')}>
            {stopChangeWords.choose}
          </Button>
        ) : (
          <Button size="md" fullWidth loading={busy} onClick={() => void stop()}>
            {stopChangeWords.stop}
          </Button>
        )}
      </div>
    </EntryPage>
  );
}

function Outcome({ outcome }: { outcome: Outcome | undefined }) {
  switch (outcome) {
    case undefined:
      return <p>{stopChangeWords.what}</p>;
    case 'stopped':
      return <StatusMessage advice={stopChangeWords.stoppedAdvice}>{stopChangeWords.stopped}</StatusMessage>;
    case 'over':
      return <FailureMessage advice={stopChangeWords.overAdvice}>{stopChangeWords.over}</FailureMessage>;
    case 'failed':
      return <FailureMessage advice={stopChangeWords.failedAdvice}>{stopChangeWords.failed}</FailureMessage>;
  }
}

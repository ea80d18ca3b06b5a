import { Button } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { StatusMessage } from '../../../components/status-message.js';
import { FailureMessage } from '../../../components/failure-message.js';
import { post } from '../../../lib/http.js';
import styles from '../account-page.module.css';
import { AccountSection } from '../account-section.js';
import { leavingWords } from '../account-words.en.js';
import { OwnPassword } from './own-password.js';
import { useReauthentication } from './use-reauthentication.js';

/** Downloads all data of the user as one file. */
export function DownloadSection({ hasPassword }: { hasPassword: boolean }) {
  const { password, setPassword, busy, notDone, run, complete } = useReauthentication(hasPassword);
  const [saved, setSaved] = useState(false);

  async function download(event: SyntheticEvent) {
    event.preventDefault();
    if (!complete) return;
    setSaved(false);
    setSaved(
      await run(async (proof) => {
        save(await post('/account-export', proof));
      }),
    );
  }

  return (
    <AccountSection title={leavingWords.downloadTitle} lead={leavingWords.downloadLead}>
      <form className={styles.form} onSubmit={(event) => void download(event)} noValidate>
        {hasPassword ? <OwnPassword value={password} change={setPassword} /> : null}
        {notDone ? <FailureMessage advice={notDone.advice}>{notDone.sentence}</FailureMessage> : null}
        {saved ? <StatusMessage>{leavingWords.downloaded}</StatusMessage> : null}
        <div className={styles.actions}>
          <Button type="submit" variant="default" loading={busy} disabled={!complete}>
            {leavingWords.download}
          </Button>
        </div>
      </form>
    </AccountSection>
  );
}

function save(data: object): void {
  const text = JSON.stringify(data, null, 2);
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = leavingWords.fileName;
  link.click();
  URL.revokeObjectURL(address);
}

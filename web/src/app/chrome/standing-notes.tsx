import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { chromeWords } from './chrome-words.en.js';
import styles from './standing-notes.module.css';
import { useNewVersion } from './use-new-version.js';

/** Notes above the page while their cause lasts: no connection, or a newer version of the site. */
export function StandingNotes() {
  const online = useSyncExternalStore(listenForConnection, () => navigator.onLine);
  const isOld = useNewVersion();
  return (
    <div aria-live="polite">
      {online ? null : <p className={styles.note}>{chromeWords.offline}</p>}
      {isOld && online ? (
        <p className={styles.note}>
          {chromeWords.newVersion}{' '}
          <Button size="xs" variant="default" onClick={() => location.reload()}>
            {chromeWords.reload}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

function listenForConnection(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

import type { AccountDetails } from '@sixpence/contracts/http/account-page';
import styles from '../account-page.module.css';
import { AccountSection } from '../account-section.js';
import { whenInWords } from '../when-in-words.js';
import { sessionsWords } from './sessions-words.js';

/** Where a person is signed in. */
export function SessionsSection({ sessions }: { sessions: AccountDetails['sessions'] }) {
  return (
    <AccountSection title={sessionsWords.title} lead={sessionsWords.lead}>
      <ul className={styles.list}>
        {sessions.map(({ id, device, firstSeenAt, lastSeenAt, isThis }) => (
          <li key={id} className={styles.row}>
            <div className={styles.words}>
              <span className={styles.name}>{device ?? sessionsWords.unknownDevice}</span>
              <span className={styles.detail}>
                {isThis ? sessionsWords.thisOne : sessionsWords.lastSeen(whenInWords(lastSeenAt))}
                {' · '}
                {sessionsWords.since(whenInWords(firstSeenAt))}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </AccountSection>
  );
}

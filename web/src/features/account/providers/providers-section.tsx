import type { AccountDetails } from '@sixpence/contracts/http/account-page';
import styles from '../account-page.module.css';
import { AccountSection } from '../account-section.js';
import { providersWords } from './providers-words.js';

/** The providers through which a person signs in. */
export function ProvidersSection({ providers }: { providers: AccountDetails['providers'] }) {
  return (
    <AccountSection title={providersWords.title}>
      {providers.length === 0 ? (
        <p className={styles.lead}>{providersWords.none}</p>
      ) : (
        <ul className={styles.list}>
          {providers.map(({ provider, address }) => (
            <li key={`${provider} ${address}`} className={styles.row}>
              <div className={styles.words}>
                <span className={styles.name}>{providersWords.called(provider)}</span>
                {address === null ? null : <span className={styles.detail}>{address}</span>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </AccountSection>
  );
}

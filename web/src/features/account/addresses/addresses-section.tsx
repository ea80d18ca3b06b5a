import type { AccountDetails } from '@sixpence/contracts/http/account-page';
import styles from '../account-page.module.css';
import { AccountSection } from '../account-section.js';
import { whenInWords } from '../when-in-words.js';
import { addressesWords } from './addresses-words.js';

/** The addresses of a person: each signs in, and the primary one is written to. */
export function AddressesSection({ addresses }: { addresses: AccountDetails['addresses'] }) {
  return (
    <AccountSection title={addressesWords.title} lead={addressesWords.lead}>
      <ul className={styles.list}>
        {addresses.map(({ address, isPrimary, isUndeliverable, leavesAt }) => (
          <li key={address} className={styles.row}>
            <div className={styles.words}>
              <span className={styles.name}>{address}</span>
              {isPrimary ? <span className={styles.detail}>{addressesWords.primary}</span> : null}
              {isUndeliverable ? (
                <span className={styles.warning}>{addressesWords.undeliverable}</span>
              ) : null}
              {leavesAt === null ? null : (
                <span className={styles.detail}>{addressesWords.leaves(whenInWords(leavesAt))}</span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </AccountSection>
  );
}

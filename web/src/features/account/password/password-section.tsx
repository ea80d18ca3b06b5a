import styles from '../account-page.module.css';
import { AccountSection } from '../account-section.js';
import { passwordWords } from './password-words.js';

/** The password: changed by whoever has one, set by whoever has none. */
export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  return (
    <AccountSection title={passwordWords.title}>
      <p className={styles.lead}>{hasPassword ? passwordWords.has : passwordWords.hasNone}</p>
    </AccountSection>
  );
}

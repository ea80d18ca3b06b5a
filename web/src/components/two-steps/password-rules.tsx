import { passwordRules } from '@sixpence/contracts/password-rules';
import { CheckIcon, CircleSmallIcon } from 'lucide-react';
import { useId } from 'react';
import styles from '../entry/entry.module.css';
import { twoStepsWords } from './two-steps-words.en.js';

/** The rules for a new password, with a tick at each rule that it meets; screen readers read the tick out. */
export function PasswordRules({ password }: { password: string }) {
  const heading = useId();
  return (
    <div>
      <h2 id={heading} className={styles.rulesTitle}>
        {twoStepsWords.requirements}
      </h2>
      <ul className={styles.rules} aria-labelledby={heading}>
        {passwordRules.map(({ line, holds }) => {
          const isKept = holds(password);
          const Icon = isKept ? CheckIcon : CircleSmallIcon;
          return (
            <li key={line} className={styles.rule} data-kept={isKept || undefined}>
              <Icon size={16} role="img" aria-label={isKept ? twoStepsWords.kept : twoStepsWords.notKept} />
              {line}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

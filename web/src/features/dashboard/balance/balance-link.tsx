import { Money } from '@sixpence/theme/money';
import { ChevronRightIcon, CirclePoundSterlingIcon } from 'lucide-react';
import { PageLink } from '../../../components/page-link.js';
import styles from './balance-link.module.css';
import { useBalance } from './use-balance.js';
import { balanceWords } from './balance-words.js';

/** What is left to print with, and the way to the credits page. Euros are shown by those who have some. */
export function BalanceLink() {
  const { pounds, euros } = useBalance();
  return (
    <PageLink to="/credits" className={styles.link}>
      <CirclePoundSterlingIcon size={28} strokeWidth={1.6} className={styles.coin} aria-hidden />
      <span className={styles.words}>
        <span className={styles.label}>{balanceWords.balance}</span>
        <span className={styles.amount} aria-live="polite">
          {pounds ? <Money amount={pounds} /> : <span aria-label={balanceWords.unknown}>–</span>}
          {euros && euros.minor !== 0 ? (
            <>
              {' '}
              {balanceWords.and} <Money amount={euros} />
            </>
          ) : null}
        </span>
      </span>
      <span className={styles.more}>
        {balanceWords.more} <ChevronRightIcon size={18} aria-hidden />
      </span>
    </PageLink>
  );
}

import { Money } from '@sixpence/theme/money';
import { ChevronRightIcon, CirclePoundSterlingIcon } from 'lucide-react';
import { PageLink } from '../../../components/page-link.js';
import styles from './balance-link.module.css';
import { useBalance } from './use-balance.js';
import { balanceLinkWords } from '../dashboard-words.en.js';

/** The balance as a link to the credits page. Euros show only if their balance is not 0. */
export function BalanceLink() {
  const { pounds, euros } = useBalance();
  return (
    <PageLink to="/credits" className={styles.link}>
      <CirclePoundSterlingIcon size={28} strokeWidth={1.6} className={styles.coin} aria-hidden />
      <span className={styles.words}>
        <span className={styles.label}>{balanceLinkWords.balance}</span>
        <span className={styles.amount} aria-live="polite">
          {pounds ? <Money amount={pounds} /> : <span aria-label={balanceLinkWords.unknown}>–</span>}
          {euros && euros.minor !== 0 ? (
            <>
              {' '}
              {balanceLinkWords.and} <Money amount={euros} />
            </>
          ) : null}
        </span>
      </span>
      <span className={styles.more}>
        {balanceLinkWords.more} <ChevronRightIcon size={18} aria-hidden />
      </span>
    </PageLink>
  );
}

import { Money } from '@sixpence/theme/money';
import type { Money as Amount } from '@sixpence/money/money';
import { IconChevronRight, IconCoinPound } from '@tabler/icons-react';
import { Link } from 'react-router';
import styles from './balance-link.module.css';

/** What is left to print with, and the way to the credits page. Euros are shown by those who have some. */
export function BalanceLink({ pounds, euros }: { pounds: Amount | undefined; euros: Amount | undefined }) {
  return (
    <Link to="/credits" className={styles.link}>
      <IconCoinPound size={28} stroke={1.6} className={styles.coin} aria-hidden />
      <span className={styles.words}>
        <span className={styles.label}>Balance</span>
        <span className={styles.amount} aria-live="polite">
          {pounds ? <Money amount={pounds} /> : <span aria-label="not known yet">–</span>}
          {euros && euros.minor !== 0 ? (
            <>
              {' '}
              and <Money amount={euros} />
            </>
          ) : null}
        </span>
      </span>
      <span className={styles.more}>
        Credits <IconChevronRight size={18} aria-hidden />
      </span>
    </Link>
  );
}

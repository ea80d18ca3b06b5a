import { Button } from '@mantine/core';
import type { Money as Amount } from '@sixpence/money/money';
import { Money } from '@sixpence/theme/money';
import { sayMoney } from '@sixpence/theme/money-words';
import { spokenAddress } from '../attract/spoken-address.js';
import { canPrint, type Choice } from './choice.js';
import styles from './print-bar.module.css';

/** Total, balance, and what is missing, beside the pink button. */
export function PrintBar(props: {
  choice: Choice;
  available: Amount;
  otherWallets: string | undefined;
  topUpUrl: string;
  releasing: boolean;
  onPrint: () => void;
}) {
  const { choice, available, otherWallets, topUpUrl, releasing, onPrint } = props;
  const isShort = choice.shortfall.minor > 0;
  return (
    <aside className={styles.bar} aria-label="Cost">
      <dl className={styles.sums}>
        <div>
          <dt>Total</dt>
          <dd className={styles.total}>
            <Money amount={choice.total} />
          </dd>
        </div>
        <div>
          <dt>Balance</dt>
          <dd>
            <Money amount={available} />
          </dd>
        </div>
      </dl>
      {isShort ? (
        <div className={styles.short} role="alert">
          <b>You are {sayMoney(choice.shortfall)} short.</b> Untick a document, or top up at{' '}
          {spokenAddress(topUpUrl)}.
        </div>
      ) : null}
      {isShort && otherWallets ? <p className={styles.note}>{otherWallets}</p> : null}
      <Button className={styles.print} disabled={!canPrint(choice)} loading={releasing} onClick={onPrint}>
        PRINT
      </Button>
    </aside>
  );
}

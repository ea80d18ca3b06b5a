import { Button } from '@mantine/core';
import type { Money as Amount } from '@sixpence/money/money';
import { Money } from '@sixpence/theme/money';
import { useScrollStop } from '../use-scroll-stop.js';
import { canPrint, type Choice } from './choice.js';
import { documentsWords, printAllWords, shortWords } from './documents-words.en.js';
import { TopUpCode } from './top-up-code.js';
import styles from './print-bar.module.css';

/**
 * Total and balance above PRINT. If the balance is too low, a QR code for a top-up replaces PRINT. If no
 * document is ticked, a further button prints all.
 */
export function PrintBar(props: {
  choice: Choice;
  /** One copy of every document on the list. */
  all: Choice;
  available: Amount;
  otherWallets: string | undefined;
  topUpUrl: string;
  releasing: boolean;
  onPrint: () => void;
  onPrintAll: () => void;
}) {
  const { choice, all, available, otherWallets, topUpUrl, releasing, onPrint, onPrintAll } = props;
  const { shortfall, documentIds, copies } = choice;
  const chosen = { documents: documentIds.length, severalCopies: Object.keys(copies).length > 0 };
  const short = shortfall.minor > 0 ? shortWords(shortfall, chosen) : undefined;
  const isAllOffered = documentIds.length === 0 && all.documentIds.length > 1;
  const told = useScrollStop<HTMLDivElement>();
  return (
    <aside className={styles.bar} aria-label={documentsWords.cost}>
      <div ref={told} className={styles.told}>
        <dl className={styles.sums}>
          <div>
            <dt>{documentsWords.total}</dt>
            <dd className={styles.total}>
              <Money amount={choice.total} />
            </dd>
          </div>
          <div>
            <dt>{documentsWords.balance}</dt>
            <dd>
              <Money amount={available} />
            </dd>
          </div>
        </dl>
        {short ? (
          <div className={styles.short} role="alert">
            <b>{short.sentence}</b> {short.advice}
          </div>
        ) : null}
        {short && otherWallets ? <p className={styles.note}>{otherWallets}</p> : null}
      </div>
      {isAllOffered ? (
        <Button variant="default" className={styles.all} loading={releasing} onClick={onPrintAll}>
          {printAllWords(all.documentIds.length, all.total)}
        </Button>
      ) : null}
      {short ? (
        <TopUpCode topUpUrl={topUpUrl} shortfall={shortfall} />
      ) : (
        <Button className={styles.print} disabled={!canPrint(choice)} loading={releasing} onClick={onPrint}>
          {documentsWords.print}
        </Button>
      )}
    </aside>
  );
}

import { shortfallAnchor } from '@sixpence/contracts/shortfall';
import type { Money } from '@sixpence/money/money';
import { QrCode } from '../qr-code.js';
import { topUpWords } from './documents-words.js';
import styles from './top-up-code.module.css';

/** Opens the top-up on somebody's own phone, with the amount that is missing; whoever scans it signs in there. */
export function TopUpCode({ topUpUrl, shortfall }: { topUpUrl: string; shortfall: Money }) {
  return (
    <div className={styles.topUp}>
      <div className={styles.code}>
        <QrCode text={`${topUpUrl}#${shortfallAnchor(shortfall)}`} label={topUpWords.qr} />
      </div>
      <p className={styles.words}>{topUpWords.scan}</p>
    </div>
  );
}

import { shortfallAnchor } from '@sixpence/contracts/shortfall';
import type { Money } from '@sixpence/money/money';
import { QrCode } from '../qr-code.js';
import { topUpWords } from './documents-words.en.js';
import styles from './top-up-code.module.css';

/**
 * A QR code that opens the top-up page with the missing amount on the user's own phone, where the user signs
 * in.
 */
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

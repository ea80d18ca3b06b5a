import { Mark } from '@sixpence/theme/mark';
import { PrinterState } from '@sixpence/theme/printer-state';
import { HouseIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PrinterLine } from '../views.js';
import styles from './frame.module.css';
import { frameWords } from './frame-words.js';

/** The bar on top of every screen: the way home, where there is one, and how the printer is. */
export function Frame(props: {
  printer: PrinterLine;
  /** The way home, with `words` where it is not plain what home does; absent on the screen that is home. */
  home?: { onPress: () => void; words?: string; disabled?: boolean };
  children: ReactNode;
}) {
  const { printer, home, children } = props;
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        {home ? (
          <button
            type="button"
            className={styles.home}
            aria-label={frameWords.home}
            disabled={home.disabled}
            onClick={home.onPress}
          >
            <HouseIcon size="1.9rem" strokeWidth={1.8} aria-hidden />
          </button>
        ) : (
          <Mark words size="1.75rem" />
        )}
        {home?.words ? <span className={styles.homeWords}>{home.words}</span> : null}
        <span className={styles.printer}>
          <PrinterState printer={printer} />
        </span>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}

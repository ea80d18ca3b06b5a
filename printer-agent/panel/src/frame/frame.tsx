import { Mark } from '@sixpence/theme/mark';
import { PrinterState } from '@sixpence/theme/printer-state';
import { HouseIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ComfortSwitches } from '../comfort/comfort-switches.js';
import type { PrinterLine } from '../views.js';
import styles from './frame.module.css';
import { frameWords } from './frame-words.en.js';

/**
 * Every screen's frame, with the top bar: the home button, if the screen has one, and the printer's state.
 */
export function Frame(props: {
  printer: PrinterLine;
  /** The home button, with `words` when it does more than go home; absent on the attract screen. */
  home?: { onPress: () => void; words?: string; disabled?: boolean };
  /** The site's name, on the attract screen. */
  site?: string;
  children: ReactNode;
}) {
  const { printer, home, site, children } = props;
  const main = useRef<HTMLElement>(null);
  // The first Tab goes to the first control of a new screen, whatever had the focus before.
  useEffect(() => main.current?.focus({ preventScroll: true }), []);
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
        {site ? <span className={styles.site}>{site}</span> : null}
        {home?.words ? <span className={styles.homeWords}>{home.words}</span> : null}
        <span className={styles.printer}>
          <PrinterState printer={printer} />
        </span>
        <ComfortSwitches />
      </header>
      <main ref={main} className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

import { Button } from '@mantine/core';
import { Frame } from '../frame/frame.js';
import { troubleBefore } from '../trouble/trouble.js';
import { TroubleBoard } from '../trouble/trouble-board.js';
import { useEnter } from '../use-enter.js';
import type { ScreenProps } from '../views.js';
import styles from './attract.module.css';
import { spokenAddress } from './spoken-address.js';

/** The screen that waits for somebody: one big pink button, and where to go without a code. */
export function Attract({ view, send }: ScreenProps<'attract'>) {
  const { printer, site, signInUrl } = view;
  const trouble = troubleBefore(printer);
  const useless = !printer.online || printer.state === 'unreachable';
  useEnter(() => {
    if (!useless) send({ action: 'begin' });
  });
  return (
    <Frame printer={printer}>
      <div className={styles.attract}>
        <div className={styles.action}>
          {trouble ? (
            <TroubleBoard trouble={trouble} />
          ) : (
            <h1 className={styles.title}>
              Have a code?
              <br />
              It prints here.
            </h1>
          )}
          {useless ? null : (
            <Button className={styles.begin} onClick={() => send({ action: 'begin' })}>
              Print your documents
            </Button>
          )}
        </div>
        <aside className={styles.side} aria-label="No code yet">
          <h2 className={styles.sideTitle}>No code yet?</h2>
          <ol className={styles.steps}>
            <li>
              On your phone, open
              <b className={styles.address}>{spokenAddress(signInUrl)}</b>
            </li>
            <li>Upload your documents</li>
            <li>Get your six digits</li>
          </ol>
          <p className={styles.site}>{site}</p>
        </aside>
      </div>
    </Frame>
  );
}

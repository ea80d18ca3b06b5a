import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { useState } from 'react';
import { useLatestNews } from '../../../lib/live/live-news.js';
import { recall, remember } from '../../../lib/remembered.js';
import { useSessionCheck } from '../../../lib/session-guard.js';
import { serverNow } from '../../../lib/server-clock.js';
import styles from './printers-card.module.css';
import { backWords, printersWords } from '../dashboard-words.en.js';

const seenKey = 'sixpence.printers-back';

/**
 * Printers that accept jobs again after the user left them. Each is shown until the user closes its message
 * in this tab.
 */
export function PrinterReturns({ disabled }: { disabled: boolean }) {
  const checkSession = useSessionCheck();
  const [seen, setSeen] = useState(() => recall('sessionStorage', seenKey) ?? '');
  const since = serverNow() - lifeSeconds.printerBack * 1_000;
  const fresh = useLatestNews('printer-back').filter(({ at }) => Date.parse(at) > since && at > seen);
  if (fresh.length === 0) return null;
  const close = () => {
    void checkSession();
    const latest =
      fresh
        .map(({ at }) => at)
        .toSorted()
        .at(-1) ?? '';
    remember('sessionStorage', seenKey, latest);
    setSeen(latest);
  };
  return (
    <div className={styles.back} role="status">
      {fresh.map(({ printerId, printer, site }) => (
        <p key={printerId}>{backWords(printer, site)}</p>
      ))}
      <button type="button" className={styles.close} disabled={disabled} onClick={close}>
        {printersWords.close}
      </button>
    </div>
  );
}

import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import styles from './document-row.module.css';

/** Words and a progress bar; without a `share` (0 to 1) the bar shows unknown progress. */
export function BusyLine({ words, share }: { words: string; share?: number }) {
  return (
    <span className={styles.busy}>
      <span className={styles.detail}>
        {words}
        {share === undefined ? null : <span className={styles.share}>{Math.round(share * 100)}%</span>}
      </span>
      {share === undefined ? (
        <span className={styles.unknown} aria-hidden />
      ) : (
        <Progress
          size={6}
          value={share * 100}
          color="var(--coin)"
          className={styles.track}
          aria-label={words}
        />
      )}
    </span>
  );
}

import { Loader } from '@mantine/core';
import styles from './waiting.module.css';

/** A spinner in the middle of the space that the loading content will take. */
export function Waiting({ what, minHeight = 240 }: { what: string; minHeight?: number | string }) {
  return (
    <div className={styles.waiting} data-waiting role="status" style={{ minHeight }}>
      <Loader color="press" size="md" aria-hidden />
      <span className={styles.words}>{what}</span>
    </div>
  );
}

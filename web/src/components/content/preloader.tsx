import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { contentWords } from './content-words.en.js';
import styles from './preloader.module.css';

/**
 * The preloader of specification §2, then the text. The hidden text keeps its space from the start, so
 * nothing moves. Without a script, and in print, the text shows at once.
 */
export function Preloader({ ready, children }: { ready: boolean; children: ReactNode }) {
  return (
    <div className={styles.space}>
      {ready ? null : (
        <div className={styles.preloader} role="status" aria-label={contentWords.opening}>
          <Loader color="press" aria-hidden />
        </div>
      )}
      <div className={styles.text} data-to-come={!ready || undefined}>
        {children}
      </div>
    </div>
  );
}

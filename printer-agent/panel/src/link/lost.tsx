import { useEffect, useState } from 'react';
import styles from '../frame/frame.module.css';
import { linkWords, lostAdvice } from './link-words.en.js';

const patienceMs = 1200;

/** Says that the page has no connection to its agent. A short gap, such as a restart, is not shown. */
export function Lost({ printing }: { printing: boolean }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <div className={styles.lost} role="alert">
      <p className={styles.lostTitle}>{linkWords.lost}</p>
      <p>{lostAdvice(printing)}</p>
    </div>
  );
}

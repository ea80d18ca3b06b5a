import { useEffect, useState } from 'react';
import styles from '../frame/frame.module.css';

const patienceMs = 1200;

/** Says that the page cannot hear its agent; a short gap, such as a restart, passes without a word. */
export function Lost({ printing }: { printing: boolean }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <div className={styles.lost} role="alert">
      <p className={styles.lostTitle}>One moment. This screen is connecting again.</p>
      <p>
        {printing
          ? 'Your pages go on printing; you pay only for those that come out.'
          : 'Nothing is charged meanwhile.'}
      </p>
    </div>
  );
}

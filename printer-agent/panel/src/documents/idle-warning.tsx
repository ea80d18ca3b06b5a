import { useSecondsUntil } from '../use-seconds-until.js';
import styles from './documents.module.css';
import { idleWords } from './documents-words.js';

const warnFromSeconds = 20;

/** Says that the session is about to end; any touch keeps it. */
export function IdleWarning({ idleAt }: { idleAt: string }) {
  const seconds = useSecondsUntil(idleAt);
  if (seconds > warnFromSeconds) return null;
  const { sentence, advice } = idleWords(seconds);
  return (
    <div className={styles.idle} role="alert">
      {/* The seconds are said once, not one by one. */}
      <b>{sentence}</b> <span aria-live="off">{advice}</span>
    </div>
  );
}

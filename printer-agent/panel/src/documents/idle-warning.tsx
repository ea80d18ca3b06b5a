import { useSecondsUntil } from '../use-seconds-until.js';
import styles from './documents.module.css';
import { idleWords } from './documents-words.en.js';

const warnFromSeconds = 20;

/** Warns that the session ends soon; any touch keeps it open. */
export function IdleWarning({ idleAt }: { idleAt: string }) {
  const seconds = useSecondsUntil(idleAt);
  if (seconds > warnFromSeconds) return null;
  const { sentence, advice } = idleWords(seconds);
  return (
    <div className={styles.idle} role="alert">
      {/* A screen reader reads the warning once, not each second. */}
      <b>{sentence}</b> <span aria-live="off">{advice}</span>
    </div>
  );
}

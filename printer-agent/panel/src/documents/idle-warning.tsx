import { useSecondsUntil } from '../use-seconds-until.js';
import styles from './documents.module.css';

const warnFromSeconds = 20;

/** Says that the session is about to end; any touch keeps it. */
export function IdleWarning({ idleAt }: { idleAt: string }) {
  const seconds = useSecondsUntil(idleAt);
  if (seconds > warnFromSeconds) return null;
  return (
    <div className={styles.idle} role="alert">
      <b>Still there?</b> This screen closes in {seconds} s. Touch it to go on.
    </div>
  );
}

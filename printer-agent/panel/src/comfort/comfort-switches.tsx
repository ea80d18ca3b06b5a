import { ALargeSmallIcon, Volume2Icon, VolumeXIcon } from 'lucide-react';
import { switchComfort } from './comfort.js';
import styles from './comfort.module.css';
import { comfortWords } from './comfort-words.js';
import { sound } from './tones.js';
import { useComfort } from './use-comfort.js';

/** Large type and sounds: off until somebody wants them, and again after their session. */
export function ComfortSwitches() {
  const { largeType, sounds } = useComfort();
  const SoundIcon = sounds ? Volume2Icon : VolumeXIcon;
  return (
    <span className={styles.switches}>
      <button
        type="button"
        className={styles.switch}
        aria-label={comfortWords.largeType}
        aria-pressed={largeType}
        onClick={() => switchComfort('largeType')}
      >
        <ALargeSmallIcon size="2.125rem" aria-hidden />
      </button>
      <button
        type="button"
        className={styles.switch}
        aria-label={comfortWords.sounds}
        aria-pressed={sounds}
        onClick={() => {
          switchComfort('sounds');
          // What is switched on is heard at once.
          if (!sounds) sound('success');
        }}
      >
        <SoundIcon size="1.75rem" aria-hidden />
      </button>
    </span>
  );
}

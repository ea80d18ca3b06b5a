import { ALargeSmallIcon, Volume2Icon, VolumeXIcon } from 'lucide-react';
import { switchComfort } from './comfort.js';
import styles from './comfort.module.css';
import { comfortWords } from './comfort-words.en.js';
import { sound } from './tones.js';
import { useComfort } from './use-comfort.js';

/** The switches for large type and sounds. Both are off at first, and again after each session. */
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
          // The sound proves that sounds are on.
          if (!sounds) sound('success');
        }}
      >
        <SoundIcon size="1.75rem" aria-hidden />
      </button>
    </span>
  );
}

import { HouseIcon } from 'lucide-react';
import { pictureWords } from '@sixpence/content/picture-words';
import styles from './pictures.module.css';

/** The printer's screen while it prints, with the home icon in its corner. */
export function HomePicture() {
  return (
    <div className={styles.screen}>
      <div className={styles.bar}>
        <span className={styles.home}>
          <HouseIcon size={22} strokeWidth={1.8} />
        </span>
        <span className={styles.small}>{pictureWords.home}</span>
      </div>
      <span className={styles.page}>{pictureWords.page}</span>
    </div>
  );
}

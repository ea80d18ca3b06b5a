import { CodeDigits } from '@sixpence/theme/code-digits';
import { pictureWords } from '@sixpence/content/picture-words';
import styles from './pictures.module.css';

/** The code area of the dashboard. */
export function CodePicture() {
  return (
    <div className={styles.code}>
      <span className={styles.digits}>
        <CodeDigits digits={pictureWords.code} label={pictureWords.yourCode} />
      </span>
      <span className={styles.small}>{pictureWords.goodFor}</span>
    </div>
  );
}

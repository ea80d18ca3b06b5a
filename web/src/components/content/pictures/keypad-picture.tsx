import { CodeDigits } from '@sixpence/theme/code-digits';
import { pictureWords } from '@sixpence/content/picture-words';
import styles from './pictures.module.css';

export function KeypadPicture() {
  return (
    <div className={styles.screen}>
      <span className={styles.digits}>
        <CodeDigits digits={pictureWords.typed} cursor label={pictureWords.yourCode} />
      </span>
      <div className={styles.keys}>
        {pictureWords.keys.map((key) => (
          <span key={key} className={styles.key}>
            {key}
          </span>
        ))}
        <span className={styles.login}>{pictureWords.login}</span>
      </div>
    </div>
  );
}

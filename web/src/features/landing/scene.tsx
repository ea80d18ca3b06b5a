import { CodeDigits } from '@sixpence/theme/code-digits';
import { CheckIcon, FileTextIcon } from 'lucide-react';
import { sceneWords } from './landing-words.en.js';
import styles from './scene.module.css';

const code = '471902';

/** A picture of a phone with a code and of the panel that accepts it. */
export function Scene() {
  return (
    <div className={styles.scene} aria-hidden>
      <div className={styles.panel}>
        <div className={styles.screen}>
          <span className={styles.small}>{sceneWords.printer}</span>
          {sceneWords.documents.map(({ name, pages, price }) => (
            <div key={name} className={styles.row}>
              <CheckIcon size={18} className={styles.tick} />
              <span>{name}</span>
              <span className={styles.pages}>{pages}</span>
              <b>{price}</b>
            </div>
          ))}
          <div className={styles.total}>
            <span>
              {sceneWords.total} <b>{sceneWords.cost}</b> {sceneWords.balance}
            </span>
            <span className={styles.print}>{sceneWords.print}</span>
          </div>
        </div>
        <div className={styles.slot}>
          <div className={styles.sheet}>
            <i />
            <i />
            <i />
            <i />
            <i />
          </div>
        </div>
      </div>
      <div className={styles.phone}>
        <span className={styles.small}>{sceneWords.yourCode}</span>
        <span className={styles.code}>
          <CodeDigits digits={code} label={sceneWords.codeLabel} />
        </span>
        <span className={styles.small}>{sceneWords.goodFor}</span>
        <div className={styles.file}>
          <FileTextIcon size={18} /> {sceneWords.file}
        </div>
      </div>
    </div>
  );
}

import { creditsWords } from './credits-words.js';
import styles from './how-to-top-up.module.css';

/** The way of a top-up, in four steps. */
export function HowToTopUp() {
  return (
    <section className={styles.how} aria-labelledby="how-to-top-up">
      <h2 id="how-to-top-up" className={styles.title}>
        {creditsWords.howTo}
      </h2>
      <ol className={styles.steps}>
        {creditsWords.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

import { howToPrintWords } from './dashboard-words.js';
import styles from './how-to-print.module.css';

export function HowToPrint() {
  return (
    <section className={styles.how} aria-labelledby="how-to-print">
      <h1 id="how-to-print" className={styles.title}>
        {howToPrintWords.title}
      </h1>
      <ol className={styles.steps}>
        {howToPrintWords.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

import styles from './how-to-print.module.css';

const steps = [
  'E-mail or upload documents',
  'Select sides and colour',
  'Get a secure code',
  'Enter the code on the printer',
];

export function HowToPrint() {
  return (
    <section className={styles.how} aria-labelledby="how-to-print">
      <h1 id="how-to-print" className={styles.title}>
        How to print
      </h1>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

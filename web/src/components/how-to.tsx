import styles from './how-to.module.css';

/** The way through a page, in numbered steps; `level` is that of its heading. */
export function HowTo(props: { id: string; title: string; steps: readonly string[]; level: 1 | 2 }) {
  const { id, title, steps, level } = props;
  const Heading = `h${level}` as const;
  return (
    <section className={styles.how} aria-labelledby={id}>
      <Heading id={id} className={styles.title}>
        {title}
      </Heading>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

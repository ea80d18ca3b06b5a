import styles from './how-to.module.css';

/** Numbered steps for a page; `level` is the level of their heading. */
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

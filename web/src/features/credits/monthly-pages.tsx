import styles from './credits-page.module.css';
import { monthlyWords } from './credits-words.en.js';
import { useMonthlyPages } from './use-monthly-pages.js';

/** The pages printed this month, black-and-white and colour. */
export function MonthlyPages() {
  const pages = useMonthlyPages();
  return (
    <section className={styles.card} aria-labelledby="monthly-pages">
      <h2 id="monthly-pages" className={styles.cardTitle}>
        {monthlyWords.title}
      </h2>
      <dl className={styles.counts}>
        <Count name={monthlyWords.mono} count={pages?.monoPages} />
        <Count name={monthlyWords.color} count={pages?.colorPages} />
      </dl>
    </section>
  );
}

function Count({ name, count }: { name: string; count: number | undefined }) {
  return (
    <div className={styles.count}>
      <dt>{name}</dt>
      <dd>{count ?? <span title={monthlyWords.unknown}>–</span>}</dd>
    </div>
  );
}

import { VisuallyHidden } from '@mantine/core';
import { BalanceLink } from './balance/balance-link.js';
import { useBalance } from './balance/use-balance.js';
import { CodeCard } from './code/code-card.js';
import styles from './dashboard-page.module.css';
import { DocumentsCard } from './documents/documents-card.js';
import { HowToPrint } from './how-to-print.js';
import { JobList } from './jobs/job-list.js';
import { useDashboardNews } from './news/use-dashboard-news.js';
import { useDashboardRows } from './use-dashboard-rows.js';

/** `/dashboard`: documents on the left, the code and what printers are doing on the right; one below the other on a phone. */
export function DashboardPage() {
  const news = useDashboardNews();
  const dashboard = useDashboardRows();
  const pounds = useBalance(news.pounds);
  return (
    <div className={styles.page}>
      <title>Dashboard · Sixpence</title>
      <HowToPrint />
      <div className={styles.columns}>
        <DocumentsCard dashboard={dashboard} />
        <div className={styles.side}>
          <CodeCard disabled={dashboard.locked} used={news.used} />
          <BalanceLink pounds={pounds} euros={news.euros} />
          <JobList jobs={news.jobs} />
        </div>
      </div>
      <VisuallyHidden aria-live="polite">{news.spoken}</VisuallyHidden>
    </div>
  );
}

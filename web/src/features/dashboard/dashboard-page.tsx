import { BalanceLink } from './balance/balance-link.js';
import { CodeCard } from './code/code-card.js';
import styles from './dashboard-page.module.css';
import { DocumentsCard } from './documents-card.js';
import { HowToPrint } from './how-to-print.js';
import { JobList } from './jobs/job-list.js';
import { PrintAddress } from './mail/print-address.js';
import { NewsInWords } from './news/news-in-words.js';
import { useDashboardRows } from './use-dashboard-rows.js';

/** `/dashboard`: documents on the left, the code and what printers are doing on the right; one below the other on a phone. */
export function DashboardPage() {
  const dashboard = useDashboardRows();
  return (
    <div className={styles.page}>
      <HowToPrint />
      <PrintAddress />
      <div className={styles.columns}>
        <DocumentsCard dashboard={dashboard} />
        <div className={styles.side}>
          <CodeCard disabled={dashboard.locked} />
          <BalanceLink />
          <JobList />
        </div>
      </div>
      <NewsInWords />
    </div>
  );
}

import { useRef } from 'react';
import { HowTo } from '../../components/how-to.js';
import { BalanceLink } from './balance/balance-link.js';
import { CodeCard } from './code/code-card.js';
import styles from './dashboard-page.module.css';
import { howToPrintWords } from './dashboard-words.en.js';
import { DocumentsCard } from './documents-card.js';
import { JobList } from './jobs/job-list.js';
import { PrintAddress } from './mail/print-address.js';
import { NewsInWords } from './news/news-in-words.js';
import { FinishAtPrinter } from './printer/finish-at-printer.js';
import { PrintersCard } from './printers/printers-card.js';
import { useOwnPrinters } from './printers/use-own-printers.js';
import { ReachBar } from './reach-bar.js';
import { useDashboardRows } from './use-dashboard-rows.js';

/** `/dashboard`: documents on the left, code and jobs on the right; on a phone one below the other. */
export default function DashboardPage() {
  const dashboard = useDashboardRows();
  const ownPrinters = useOwnPrinters();
  const codeCard = useRef<HTMLElement>(null);
  return (
    <div className={styles.page}>
      <FinishAtPrinter />
      <HowTo id="how-to-print" level={1} {...howToPrintWords} />
      <PrintAddress disabled={dashboard.locked} />
      <div className={styles.columns}>
        <DocumentsCard dashboard={dashboard} ownPrinters={ownPrinters} />
        <div className={styles.side}>
          <CodeCard
            disabled={dashboard.locked}
            closePages={() => dashboard.pages.closeAll()}
            card={codeCard}
          />
          <BalanceLink />
          <JobList disabled={dashboard.locked} />
          <PrintersCard own={ownPrinters} listed={dashboard.documents} disabled={dashboard.locked} />
        </div>
      </div>
      <ReachBar card={codeCard} />
      <NewsInWords documents={dashboard.state.loading ? undefined : dashboard.state.documents} />
    </div>
  );
}

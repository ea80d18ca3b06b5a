import type { Currency } from '@sixpence/contracts/currencies';
import { useRef } from 'react';
import { HowTo } from '../../components/how-to.js';
import { PageLink } from '../../components/page-link.js';
import { BalanceCard } from './balance/balance-card.js';
import { OutsideBalance } from './balance/outside-balance.js';
import { useBalance } from './balance/use-balance.js';
import { useRefund } from './balance/use-refund.js';
import { useCurrency } from './balance/use-currency.js';
import { useWallets } from './balance/use-wallets.js';
import styles from './credits-page.module.css';
import { creditsWords, howToTopUpWords } from './credits-words.en.js';
import { MonthlyPages } from './monthly-pages.js';
import { StatementCard } from './statement/statement-card.js';
import type { UsableForm } from './top-up/card-form.js';
import { TopUpCard } from './top-up/top-up-card.js';
import { useReturn } from './top-up/use-return.js';
import { useAmountFor, useShortfall } from './top-up/use-shortfall.js';
import { useTopUp } from './top-up/use-top-up.js';
import { useLiveCredits, useRefresh } from './use-refresh.js';

/** `/credits`: the balance, the top-up, refunds, and the statement. */
export default function CreditsPage() {
  const [currency, setCurrency] = useCurrency();
  const balance = useBalance(currency);
  const wallets = useWallets();
  const form = useRef<UsableForm>(undefined);
  const refund = useRefund(wallets?.refunds);
  const [shortfall, cover] = useShortfall(setCurrency);
  const refresh = useRefresh();
  const topUp = useTopUp({
    currency,
    form,
    onBegin: () => refund.showOutcome(undefined),
    onPaid: () => {
      refresh();
      cover();
    },
  });
  useReturn(topUp.resume);
  const lacking = shortfall?.currency === currency ? shortfall : undefined;
  useAmountFor(lacking, topUp.choose);
  useLiveCredits();

  function choose(next: Currency) {
    topUp.reset();
    setCurrency(next);
  }

  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{creditsWords.title}</h1>
      <HowTo id="how-to-top-up" level={2} {...howToTopUpWords} />
      <div className={styles.columns}>
        <BalanceCard currency={currency} choose={choose} locked={topUp.paying} balance={balance} />
        <div className={styles.main}>
          <TopUpCard
            topUp={topUp}
            form={form}
            currency={currency}
            balance={balance.balance}
            shortfall={lacking}
            closed={wallets?.topUps === 'closed'}
          />
          <MonthlyPages />
        </div>
        <OutsideBalance
          currency={currency}
          wallets={wallets}
          locked={topUp.paying}
          refund={refund}
          onRefund={() => topUp.showMessage(undefined)}
        />
      </div>
      <StatementCard currency={currency} />
      <PageLink to="/dashboard" className={styles.onward}>
        {creditsWords.toDocuments}
      </PageLink>
    </div>
  );
}

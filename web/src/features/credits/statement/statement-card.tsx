import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { statementPeriods, type StatementPeriod } from '@sixpence/contracts/http/statement';
import type { Currency } from '@sixpence/contracts/currencies';
import { ChevronDownIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { useSessionCheck } from '../../../lib/session-guard.js';
import styles from './statement.module.css';
import { StatementOf } from './statement-of.js';
import { statementWords } from '../credits-words.en.js';

const nothingChosen = 'select_period';

/** The account statement. It is closed until the user opens it, and empty until the user chooses a period. */
export function StatementCard({ currency }: { currency: Currency | undefined }) {
  const checkSession = useSessionCheck();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<StatementPeriod | typeof nothingChosen>(nothingChosen);
  const content = useId();

  function toggle() {
    void checkSession();
    setOpen(!isOpen);
  }

  function choose(period: typeof chosen) {
    void checkSession();
    setChosen(period);
  }

  return (
    <section className={styles.card}>
      <h2 className={styles.title}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={toggle}
        >
          {statementWords.title}
          <ChevronDownIcon className={styles.chevron} size={22} aria-hidden />
        </button>
      </h2>
      <div id={content} className={styles.content} hidden={!isOpen}>
        <NativeSelect
          label={statementWords.period}
          size="md"
          className={styles.period ?? ''}
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value as typeof chosen)}
        >
          <option value={nothingChosen}>{statementWords.select}</option>
          {statementPeriods.map((period) => (
            <option key={period} value={period}>
              {statementWords.periods[period]}
            </option>
          ))}
        </NativeSelect>
        {isOpen && currency && chosen !== nothingChosen ? (
          <StatementOf key={`${chosen} ${currency}`} period={chosen} currency={currency} />
        ) : null}
      </div>
    </section>
  );
}

import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { addressOf } from '@sixpence/contracts/http/call';
import type { StatementPeriod } from '@sixpence/contracts/http/statement';
import type { Currency } from '@sixpence/contracts/currencies';
import { useState } from 'react';
import { LoadingLines } from '../../../components/loading-lines.js';
import { NotLoaded } from '../../../components/not-loaded.js';
import { entryViews } from './entry-view.js';
import { FileLink } from './file-link.js';
import styles from './statement.module.css';
import { StatementRows } from './statement-rows.js';
import { StatementTable } from './statement-table.js';
import { statementWords } from '../credits-words.en.js';
import { useStatement } from './use-statement.js';

const formats = ['pdf', 'csv'] as const;

/** The statement of a period: a table, or rows that open on a narrow screen. */
export function StatementOf({ period, currency }: { period: StatementPeriod; currency: Currency }) {
  const { entries, loading, loadingMore, failed, moreFailed, more, refetch } = useStatement(period, currency);
  const [fileFailed, setFileFailed] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false });
  const views = entryViews(entries, currency);
  const List = isNarrow ? StatementRows : StatementTable;
  const onFileFailure = () => setFileFailed(true);
  if (loading) return <LoadingLines what={statementWords.loading} count={3} />;
  return (
    <>
      {views.length > 0 ? <List entries={views} onFileFailure={onFileFailure} /> : null}
      {views.length === 0 ? <p className={styles.empty}>{statementWords.empty}</p> : null}
      {failed ? <NotLoaded sentence={statementWords.notLoaded} again={refetch} /> : null}
      {moreFailed ? <p className={styles.soft}>{statementWords.notLoaded}</p> : null}
      {more ? (
        <Button variant="default" className={styles.more ?? ''} loading={loadingMore} onClick={more}>
          {statementWords.more}
        </Button>
      ) : null}
      {failed ? null : (
        <p className={styles.files}>
          {statementWords.save}
          {formats.map((format) => (
            <FileLink
              key={format}
              address={addressOf({ method: 'GET', path: '/statement-file' }, { period, currency, format })}
              name={statementWords.statementName(period, format)}
              onFailure={onFileFailure}
            >
              {format.toUpperCase()}
            </FileLink>
          ))}
        </p>
      )}
      {fileFailed ? (
        <p className={styles.problem} role="alert">
          {statementWords.notSaved}
        </p>
      ) : null}
    </>
  );
}

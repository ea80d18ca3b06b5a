import { Button, Loader } from '@mantine/core';
import type { OwnPrintersAnswer } from '@sixpence/contracts/http/own-printers';
import { LoadingLines } from '../../components/loading-lines.js';
import { FailureMessage } from '../../components/failure-message.js';
import { PrintOptions } from './options/print-options.js';
import { usePrintOptions } from './options/use-print-options.js';
import type { DashboardRows } from './use-dashboard-rows.js';
import { UploadArea } from './upload/upload-area.js';
import { DocumentRow } from './documents/document-row.js';
import styles from './documents-card.module.css';
import { spaceLeftInWords } from './documents/space-left.js';
import { UploadRow } from './documents/upload-row.js';
import { documentPrice } from './printers/list-price.js';
import { documentsCardWords } from './dashboard-words.en.js';

/** The user's documents: upload, options for all, and one row each. */
export function DocumentsCard(props: { dashboard: DashboardRows; ownPrinters: OwnPrintersAnswer }) {
  const { dashboard, ownPrinters } = props;
  const { state, rows, actions, pages, move, uploadAlerts, addFiles, cancelUpload, refetch, locked } =
    dashboard;
  const options = usePrintOptions(state.options);
  const spaceLeft = state.spaceLeft && spaceLeftInWords(state.spaceLeft);

  return (
    <section className={styles.card} aria-labelledby="documents-to-print">
      <div className={styles.head}>
        <h2 id="documents-to-print" className={styles.title}>
          {documentsCardWords.title}
        </h2>
        <PrintOptions
          side={options.side}
          isColor={options.isColor}
          disabled={locked}
          onSide={options.chooseSide}
          onColor={options.chooseColor}
        />
      </div>
      <UploadArea disabled={locked} onFiles={addFiles} />
      {spaceLeft === undefined ? null : <p className={styles.spaceLeft}>{spaceLeft}</p>}
      {uploadAlerts.map(({ sentence, advice }) => (
        <FailureMessage key={advice} advice={advice}>
          {sentence}
        </FailureMessage>
      ))}
      {actions.pagesFailed ? (
        <FailureMessage advice={documentsCardWords.pagesNotRemovedAdvice}>
          {documentsCardWords.pagesNotRemoved}
        </FailureMessage>
      ) : null}
      {state.failed ? (
        <FailureMessage
          advice={
            <Button variant="default" size="xs" disabled={locked} onClick={() => void refetch()}>
              {documentsCardWords.tryAgain}
            </Button>
          }
        >
          {documentsCardWords.notLoaded}
        </FailureMessage>
      ) : null}
      {state.loading ? (
        <LoadingLines what={documentsCardWords.loading} count={2} height={52}>
          <Loader className={styles.spinner ?? ''} color="var(--coin)" size="md" aria-hidden />
        </LoadingLines>
      ) : null}
      {!state.loading && !state.failed && rows.length === 0 ? (
        <p className={styles.empty}>{documentsCardWords.empty}</p>
      ) : null}
      <ul className={styles.rows}>
        {rows.map((row, index) =>
          'upload' in row ? (
            <UploadRow key={row.id} upload={row.upload} onCancel={() => cancelUpload(row.upload)} />
          ) : (
            <DocumentRow
              key={row.id}
              document={row.document}
              locked={locked}
              removingPages={actions.removingPagesOf === row.id}
              onDelete={() => actions.remove(row.id)}
              pages={pages}
              price={documentPrice(ownPrinters, row.document)}
              moves={rows.length > 1 ? { index, to: (next) => move(row.id, next) } : undefined}
            />
          ),
        )}
      </ul>
    </section>
  );
}

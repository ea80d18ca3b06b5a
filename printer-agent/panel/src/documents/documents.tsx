import { useState } from 'react';
import { Frame } from '../frame/frame.js';
import { refusalWords } from '../refusal-words.js';
import { useEnter } from '../use-enter.js';
import type { ScreenProps } from '../views.js';
import {
  canPrint,
  type Choice,
  choiceOf,
  everything,
  type Ticked,
  toggledTick,
  withCopies,
} from './choice.js';
import { DocumentRow } from './document-row.js';
import styles from './documents.module.css';
import { documentsWords, otherWalletWords, preparingWords } from './documents-words.en.js';
import { IdleWarning } from './idle-warning.js';
import { PrintBar } from './print-bar.js';
import { useKeptOpen } from './use-kept-open.js';

/** The documents with their costs here: the user ticks some, sees the total, and presses PRINT. */
export function Documents({ view, send }: ScreenProps<'documents'>) {
  const { printer, documents, processing, available, otherWallets, topUpUrl, mostCopies } = view;
  const { releasing, refused, idleAt } = view;
  const [ticked, setTicked] = useState<Ticked>(new Map());
  const choice = choiceOf(documents, ticked, available);
  const words = refused ? refusalWords(refused.code) : undefined;

  const all = choiceOf(documents, everything(documents), available);

  function print(wanted: Choice) {
    if (!canPrint(wanted) || releasing) return;
    const { documentIds, copies, total } = wanted;
    const several = Object.keys(copies).length > 0 && { copies };
    send({ action: 'print', documentIds, ...several, totalMinor: total.minor });
  }
  useEnter(() => print(choice));
  useKeptOpen(choice.shortfall.minor > 0, ticked, () => send({ action: 'touch' }));

  return (
    <Frame printer={printer} home={{ onPress: () => send({ action: 'home' }) }}>
      <div className={styles.documents}>
        <div className={styles.list}>
          <h1 className={styles.title}>
            {documents.length === 0 ? documentsWords.empty : documentsWords.pick}
          </h1>
          {words ? (
            <div className={styles.refused} role="alert">
              <b>{words.sentence}</b> {words.advice}
            </div>
          ) : null}
          {documents.map((document) => (
            <DocumentRow
              key={document.documentId}
              document={document}
              copies={ticked.get(document.documentId)}
              mostCopies={mostCopies}
              isFull={choice.isFull}
              disabled={releasing || (choice.isFull && !ticked.has(document.documentId))}
              onToggle={() => setTicked(toggledTick(ticked, document.documentId))}
              onCopies={(copies) => setTicked(withCopies(ticked, document.documentId, copies))}
            />
          ))}
          {processing > 0 ? (
            <p className={styles.note} role="status">
              {preparingWords(processing)}
            </p>
          ) : null}
          {documents.length === 0 && processing === 0 ? (
            <p className={styles.note}>{documentsWords.upload}</p>
          ) : null}
        </div>
        <PrintBar
          choice={choice}
          all={all}
          available={available}
          otherWallets={otherWalletWords(available, otherWallets)}
          topUpUrl={topUpUrl}
          releasing={releasing}
          onPrint={() => print(choice)}
          // If the balance is too low for all documents, they are ticked, and the missing amount is shown.
          onPrintAll={() => (canPrint(all) ? print(all) : setTicked(everything(documents)))}
        />
      </div>
      <IdleWarning key={idleAt} idleAt={idleAt} />
    </Frame>
  );
}

import type { PanelJob } from '@sixpence/contracts/agent/panel';
import { printFaults, type PrintFault } from '@sixpence/contracts/printing/print-reports';
import { useEffect, useRef, useState } from 'react';
import styles from './anything-wrong.module.css';
import { faultWords, wrongWords } from './wrong-words.en.js';

/** An unobtrusive question below a job: the first touch opens the faults, the second one reports a fault. */
export function AnythingWrong(props: {
  job: PanelJob;
  /** Called when the user opens the faults, so that the screen stays. */
  onOpen: () => void;
  onReport: (fault: PrintFault) => void;
}) {
  const { job, onOpen, onReport } = props;
  const [isOpen, setOpen] = useState(false);
  const choices = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) choices.current?.querySelector('button')?.focus();
  }, [isOpen]);

  if (job.reported !== undefined) {
    return (
      <p className={styles.thanks} role="status">
        {faultWords[job.reported]}. {wrongWords.thanks}
      </p>
    );
  }
  if (!isOpen) {
    return (
      <button
        type="button"
        className={styles.ask}
        onClick={() => {
          setOpen(true);
          onOpen();
        }}
      >
        {wrongWords.ask}
      </button>
    );
  }
  return (
    <div ref={choices} className={styles.choices} role="group" aria-label={wrongWords.what}>
      {printFaults.map((fault) => (
        <button key={fault} type="button" className={styles.choice} onClick={() => onReport(fault)}>
          {faultWords[fault]}
        </button>
      ))}
      <button type="button" className={styles.choice} onClick={() => setOpen(false)}>
        {wrongWords.nothing}
      </button>
    </div>
  );
}

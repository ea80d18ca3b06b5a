import { jobName } from '@sixpence/theme/shared-words.en';
import { useEffect } from 'react';
import { Frame } from '../frame/frame.js';
import { panelJobSentence } from '../panel-job-words.en.js';
import { PrinterPicture } from '../trouble/printer-picture.js';
import { TroubleBoard } from '../trouble/trouble-board.js';
import { troubleDuring } from '../trouble/trouble-words.js';
import { useScrollStop } from '../use-scroll-stop.js';
import type { ScreenProps } from '../views.js';
import { currentJob } from './current-job.js';
import styles from './printing.module.css';
import { SpokenProgress } from './spoken-progress.js';
import { pageWords, printingWords } from './printing-words.en.js';

/** The page that prints now, or the reason why the printer has stopped. */
export function Printing({ view, send }: ScreenProps<'printing'>) {
  const { printer, jobs, leaving } = view;
  const current = currentJob(jobs);
  const list = useScrollStop<HTMLUListElement>();
  useEffect(() => {
    list.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' });
  }, [list, current?.jobId]);
  const stalled = current?.state === 'stalled';
  return (
    <Frame
      printer={printer}
      home={{
        onPress: () => send({ action: 'home' }),
        words: leaving ? printingWords.leaving : printingWords.leave,
        disabled: leaving,
      }}
    >
      <div className={styles.printing}>
        <SpokenProgress words={stalled ? '' : [pageWords(current), current && jobName(current)].join(', ')} />
        {stalled ? (
          <TroubleBoard trouble={troubleDuring(current.reason)} />
        ) : (
          <div className={styles.now}>
            <div className={styles.picture}>
              <PrinterPicture />
            </div>
            <div className={styles.words}>
              <h1 className={styles.page}>{pageWords(current)}</h1>
              <p className={styles.name}>{current ? jobName(current) : null}</p>
            </div>
          </div>
        )}
        <ul ref={list} className={styles.jobs} aria-label={printingWords.documents}>
          {jobs.map((job) => (
            <li key={job.jobId} className={styles.job} data-current={job === current || undefined}>
              <span className={styles.jobName}>{jobName(job)}</span>
              <span className={styles.jobState}>{panelJobSentence(job)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Frame>
  );
}

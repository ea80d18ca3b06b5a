import { Button } from '@mantine/core';
import type { PanelJob } from '@sixpence/contracts/agent/panel';
import { jobReasons } from '@sixpence/contracts/printing/job-reasons';
import { jobName } from '@sixpence/theme/shared-words.en';
import { reasonAndRemedy } from '@sixpence/theme/reason-words';
import { Money } from '@sixpence/theme/money';
import { CircleCheckIcon, TriangleAlertIcon } from 'lucide-react';
import { Frame } from '../frame/frame.js';
import { panelJobSentence } from '../panel-job-words.en.js';
import { refusalWords } from '../refusal-words.js';
import { PrinterPicture } from '../trouble/printer-picture.js';
import { useEnter } from '../use-enter.js';
import { useScrollStop } from '../use-scroll-stop.js';
import { useSecondsUntil } from '../use-seconds-until.js';
import type { ScreenProps } from '../views.js';
import { AnythingWrong } from './anything-wrong.js';
import styles from './done.module.css';
import { doneWords, headline, closingWords } from './done-words.en.js';
import { wentAsWished } from './went-as-wished.js';

/** The result of a release: the jobs, their cost, the returned money, and the reasons. Closes by itself. */
export function Done({ view, send }: ScreenProps<'done'>) {
  const { printer, jobs, captured, returned, available, refused, leavesAt } = view;
  const well = wentAsWished(jobs);
  const Icon = well ? CircleCheckIcon : TriangleAlertIcon;
  const list = useScrollStop<HTMLUListElement>();
  useEnter(() => send({ action: 'home' }));
  return (
    <Frame printer={printer} home={{ onPress: () => send({ action: 'home' }) }}>
      <div className={styles.done}>
        <div className={styles.result}>
          <div role="alert">
            <h1 className={styles.title} data-well={well || undefined}>
              <Icon size="2.5rem" aria-hidden />
              {headline(jobs)}
            </h1>
          </div>
          {refused ? (
            <p className={styles.refused} role="alert">
              <b>{refusalWords(refused.code).sentence}</b> {refusalWords(refused.code).advice}
            </p>
          ) : null}
          <ul ref={list} className={styles.jobs}>
            {jobs.map((job) => (
              <Job key={job.jobId} job={job} send={send} />
            ))}
          </ul>
          <ClosingNote leavesAt={leavesAt} />
        </div>
        <aside className={styles.side} aria-label={doneWords.sumsLabel}>
          <dl className={styles.sums}>
            <div>
              <dt>{doneWords.cost}</dt>
              <dd className={captured ? styles.cost : undefined}>
                {captured ? <Money amount={captured} /> : doneWords.unknown}
              </dd>
            </div>
            {returned.minor > 0 ? (
              <div>
                <dt>{doneWords.back}</dt>
                <dd>
                  <Money amount={returned} />
                </dd>
              </div>
            ) : null}
            {available ? (
              <div>
                <dt>{doneWords.balance}</dt>
                <dd>
                  <Money amount={available} />
                </dd>
              </div>
            ) : null}
          </dl>
          <Button variant="default" className={styles.more} onClick={() => send({ action: 'more' })}>
            {doneWords.more}
          </Button>
          <Button className={styles.finish} onClick={() => send({ action: 'home' })}>
            {doneWords.finish}
          </Button>
        </aside>
      </div>
    </Frame>
  );
}

function Job({ job, send }: { job: PanelJob; send: ScreenProps<'done'>['send'] }) {
  const reason = job.state === 'completed' ? undefined : job.reason;
  const picture = reason && jobReasons[reason].picture;
  return (
    <li className={styles.job}>
      {picture ? (
        <span className={styles.picture}>
          <PrinterPicture trouble={picture} />
        </span>
      ) : null}
      <div className={styles.words}>
        <b className={styles.name}>{jobName(job)}</b>
        <span>{panelJobSentence(job)}</span>
        {reason ? <span className={styles.reason}>{reasonAndRemedy(reason)}</span> : null}
        {job.impressions > 0 || job.state === 'completed' ? (
          <AnythingWrong
            job={job}
            onOpen={() => send({ action: 'touch' })}
            onReport={(fault) => send({ action: 'report', jobId: job.jobId, fault })}
          />
        ) : null}
      </div>
    </li>
  );
}

function ClosingNote({ leavesAt }: { leavesAt: string }) {
  const seconds = useSecondsUntil(leavesAt);
  return <p className={styles.closing}>{closingWords(seconds)}</p>;
}

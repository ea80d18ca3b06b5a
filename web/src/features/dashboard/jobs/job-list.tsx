import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import type { JobView } from '@sixpence/contracts/http/release';
import { locale } from '@sixpence/theme/language';
import { reasonAndRemedy } from '@sixpence/theme/reason-words';
import { jobName, jobSentence } from '@sixpence/theme/shared-words.en';
import { CircleCheckIcon, CircleXIcon, HourglassIcon, PrinterIcon, TriangleAlertIcon } from 'lucide-react';
import { useState } from 'react';
import { useLatestNews } from '../../../lib/live/live-news.js';
import { useSessionCheck } from '../../../lib/session-guard.js';
import { serverNow } from '../../../lib/server-clock.js';
import styles from './job-list.module.css';
import { isUnderWay, recentJobs } from './job-order.js';
import { jobsWords } from '../dashboard-words.en.js';

const shownAtFirst = 4;

/** The user's jobs of the last 24 hours, with their price and the money that came back. */
export function JobList({ disabled }: { disabled: boolean }) {
  const checkSession = useSessionCheck();
  const news = useLatestNews('job');
  const [all, setAll] = useState(false);
  const jobs = recentJobs(
    news.map(({ job }) => job),
    serverNow(),
  );
  if (jobs.length === 0) return null;

  function showAll() {
    void checkSession();
    setAll(true);
  }

  const hidden = all ? 0 : Math.max(0, jobs.length - shownAtFirst);
  return (
    <section className={styles.card} aria-labelledby="at-the-printer">
      <h2 id="at-the-printer" className={styles.title}>
        {jobsWords.title}
      </h2>
      <ul className={styles.jobs}>
        {jobs.slice(0, jobs.length - hidden).map((job) => (
          <Job key={job.id} job={job} />
        ))}
      </ul>
      {hidden > 0 ? (
        <button type="button" className={styles.more} disabled={disabled} onClick={showAll}>
          {jobsWords.showMore(hidden)}
        </button>
      ) : null}
    </section>
  );
}

function Job({ job }: { job: JobView }) {
  return (
    <li className={styles.job} data-state={job.state}>
      <JobIcon job={job} />
      <div className={styles.words}>
        <span className={styles.name}>{jobName(job)}</span>
        <span className={styles.place}>
          {job.printer} · {timeOfDay(job.createdAt)}
        </span>
        <p>{jobSentence(job)}</p>
        {job.reason ? <p className={styles.reason}>{reasonAndRemedy(job.reason)}</p> : null}
        {job.state === 'stalled' ? <p className={styles.reason}>{jobsWords.stalled}</p> : null}
        {isUnderWay(job) ? (
          <Progress
            className={styles.progress}
            value={(job.impressions / Math.max(1, job.total)) * 100}
            color={job.state === 'stalled' ? 'var(--warn)' : 'var(--good)'}
            aria-label={jobsWords.progress(jobName(job))}
          />
        ) : null}
      </div>
    </li>
  );
}

function JobIcon({ job }: { job: JobView }) {
  if (job.state === 'checking') return <HourglassIcon className={styles.icon} aria-hidden />;
  if (job.state === 'completed') return <CircleCheckIcon className={styles.icon} aria-hidden />;
  if (job.state === 'held' || job.state === 'printing')
    return <PrinterIcon className={styles.icon} aria-hidden />;
  if (job.reason === 'canceled-by-person') return <CircleXIcon className={styles.icon} aria-hidden />;
  return <TriangleAlertIcon className={styles.icon} aria-hidden />;
}

function timeOfDay(moment: string): string {
  return new Date(moment).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' });
}

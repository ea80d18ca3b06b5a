import type { ReasonPicture } from '@sixpence/contracts/printing/job-reasons';
import styles from './printer-picture.module.css';

/** A drawing of a printer: a sheet slides out of it, or it shows the trouble. */
export function PrinterPicture({ trouble }: { trouble?: ReasonPicture }) {
  return (
    <svg className={styles.picture} viewBox="0 0 200 180" aria-hidden data-trouble={trouble}>
      <clipPath id="below-the-slot">
        <rect x="0" y="104" width="200" height="80" />
      </clipPath>
      {trouble === 'cover' ? (
        <path className={styles.line} d="M36 62 L52 16 H150" />
      ) : (
        <path className={styles.body} d="M56 26 h88 v36 h-88 z" />
      )}
      <rect className={styles.body} x="24" y="60" width="152" height="66" rx="12" />
      {trouble && trouble !== 'paper' ? null : <circle className={styles.lamp} cx="154" cy="78" r="5" />}
      <path className={styles.slot} d="M50 104 h100" />
      <g clipPath="url(#below-the-slot)">
        <PaperOut trouble={trouble} />
      </g>
      <Sign trouble={trouble} />
    </svg>
  );
}

function PaperOut({ trouble }: { trouble: ReasonPicture | undefined }) {
  if (trouble === 'paper') return <path className={styles.missing} d="M58 106 v60 h84 v-60" />;
  if (trouble === 'jam') {
    return (
      <path
        className={styles.sheet}
        d="M58 104 v22 l12 10 -10 10 14 8 -6 10 h64 l-8 -12 14 -8 -12 -10 16 -8 v-22"
      />
    );
  }
  if (trouble) return null;
  return (
    <g className={styles.sliding}>
      <path className={styles.sheet} d="M58 104 h84 v66 h-84 z" />
      <path className={styles.text} d="M70 122 h60 M70 136 h60 M70 150 h36" />
    </g>
  );
}

/** The symbols of the sign; an exclamation mark where the drawing itself shows the trouble. */
const marks: Partial<Record<ReasonPicture, string>> = {
  offline: 'M158 46 l20 20 M178 46 l-20 20',
  busy: 'M168 43 v14 l9 6',
  locked: 'M159 56 h18 v10 h-18 z M163 55 v-5 a5 5 0 0 1 10 0 v5',
  refused: 'M157 56 h22',
  unknown: 'M161 50 a7 6 0 1 1 9 6 q-2 1 -2 4 M168 69 v1',
};

function Sign({ trouble }: { trouble: ReasonPicture | undefined }) {
  if (!trouble || trouble === 'paper') return null;
  return (
    <g>
      <circle className={styles.disc} cx="168" cy="56" r="24" />
      <path className={styles.mark} d={marks[trouble] ?? 'M168 43 v16 M168 68 v1'} />
    </g>
  );
}

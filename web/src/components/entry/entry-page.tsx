import { Loader } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useAfter } from '../../lib/use-after.js';
import styles from './entry.module.css';

/** A page of sign-in or sign-up: one card. The specified spinner replaces the form for a second. */
export function EntryPage(props: {
  title: string;
  lead: string;
  /** The spinner's name for screen readers. */
  opening: string;
  children: ReactNode;
}) {
  const { title, lead, opening, children } = props;
  const heading = useId();
  const ready = useAfter(1000);
  return (
    <div className={styles.page}>
      <section className={styles.card} aria-labelledby={heading}>
        <h1 id={heading} className={styles.title}>
          {title}
        </h1>
        <p className={styles.lead}>{lead}</p>
        {ready ? (
          children
        ) : (
          <div className={styles.toCome} data-waiting role="status" aria-label={opening}>
            <Loader color="press" aria-hidden />
          </div>
        )}
      </section>
    </div>
  );
}

import { type ReactNode, type Ref, useId } from 'react';
import styles from './account-page.module.css';

export function AccountSection(props: {
  title: string;
  lead?: string;
  /** Takes the focus when the focused element disappears. */
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}) {
  const { title, lead, ref, children } = props;
  const heading = useId();
  return (
    <section ref={ref} tabIndex={-1} className={styles.card} aria-labelledby={heading}>
      <h2 id={heading} className={styles.cardTitle}>
        {title}
      </h2>
      {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  );
}

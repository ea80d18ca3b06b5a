import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './loading-lines.module.css';

/** Reserves the space of rows that are loading; `what` tells screen readers so. */
export function LoadingLines(props: { what: string; count: number; height?: number; children?: ReactNode }) {
  const { what, count, height = 44, children } = props;
  return (
    <div className={styles.lines} role="status" aria-label={what}>
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} className={styles.line ?? ''} height={height} radius="md" />
      ))}
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import styles from './chrome.module.css';

/** One place in a header; the place you are at is underlined and announced as current. */
export function NavItem({ to, children }: { to: string; children: ReactNode }) {
  return (
    <NavLink to={to} className={styles.navItem}>
      {children}
    </NavLink>
  );
}

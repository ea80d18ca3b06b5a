import type { PagePath } from '@sixpence/contracts/pages';
import { NavLink } from 'react-router';
import { linkWords } from '../../lib/page-titles.js';
import styles from './chrome.module.css';

/** A link to a page in a header. The current page is underlined and announced as current. */
export function NavItem({ to }: { to: PagePath }) {
  return (
    <NavLink to={to} className={styles.navItem}>
      {linkWords(to)}
    </NavLink>
  );
}

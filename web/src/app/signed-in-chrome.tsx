import { Mark } from '@sixpence/theme/mark';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { accountEmail, endSession } from '../lib/session.js';
import styles from './chrome.module.css';
import { NavItem } from './nav-item.js';

/** Header and footer of the signed-in pages. */
export function SignedInChrome({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Link to="/dashboard" className={styles.home} aria-label="Sixpence, dashboard">
            <Mark words />
          </Link>
          <nav className={styles.nav} aria-label="Main">
            <NavItem to="/dashboard">Dashboard</NavItem>
            <NavItem to="/credits">Credits</NavItem>
            <NavItem to="/help">Help</NavItem>
            <NavItem to="/help#contact">Contact</NavItem>
            <a className={styles.navItem} href="/sixpence-user-guide.pdf" download>
              How to
            </a>
          </nav>
        </div>
      </header>
      <main className={styles.main}>{children}</main>
      <SignedInFooter />
    </div>
  );
}

function SignedInFooter() {
  const navigate = useNavigate();
  const { data: email } = useQuery({
    queryKey: ['account-email'],
    queryFn: accountEmail,
    staleTime: Infinity,
  });

  async function logOut() {
    endSession();
    await navigate('/login');
  }

  return (
    <footer className={styles.footer}>
      <div className={styles.footerBar}>
        <span>© {new Date().getFullYear()} Sixpence</span>
        <Link to="/privacy">Privacy</Link>
        <Link to="/terms">Terms</Link>
        <button type="button" className={styles.logOut} onClick={() => void logOut()}>
          Logout
        </button>
        {email ? <span className={styles.account}>Account: {email}</span> : null}
      </div>
    </footer>
  );
}

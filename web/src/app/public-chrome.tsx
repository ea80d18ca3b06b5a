import { Mark } from '@sixpence/theme/mark';
import { Suspense, useEffect, useState } from 'react';
import { Link, Outlet } from 'react-router';
import { Waiting } from '../components/waiting.js';
import { sessionIsValid } from '../lib/session.js';
import styles from './chrome.module.css';
import { NavItem } from './nav-item.js';

/** Header and footer of the pages for everybody. The session is asked for once; a failure means visitor. */
export function PublicChrome() {
  const signedIn = useSignedInOnce();
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Link to="/" className={styles.home} aria-label="Sixpence, home">
            <Mark words />
          </Link>
          <nav className={styles.nav} aria-label="Main">
            <NavItem to="/what-we-do">What We Do</NavItem>
            <NavItem to="/solutions">Solutions</NavItem>
            <NavItem to="/help#contact">Contact Us</NavItem>
          </nav>
          {signedIn ? (
            <Link to="/dashboard" className={styles.enter}>
              Dashboard
            </Link>
          ) : (
            <Link to="/login" className={styles.enter}>
              Sign In
            </Link>
          )}
        </div>
      </header>
      <main className={styles.main}>
        <Suspense fallback={<Waiting what="Opening the page" minHeight="60vh" />}>
          <Outlet />
        </Suspense>
      </main>
      <footer className={styles.footer}>
        <div className={styles.footerBar}>
          <span>© {new Date().getFullYear()} Sixpence</span>
          <Link to="/privacy">Privacy</Link>
          <Link to="/terms">Terms</Link>
        </div>
      </footer>
    </div>
  );
}

function useSignedInOnce(): boolean {
  const [signedIn, setSignedIn] = useState(false);
  useEffect(() => {
    let stale = false;
    void sessionIsValid().then((valid) => {
      if (!stale) setSignedIn(valid);
    });
    return () => {
      stale = true;
    };
  }, []);
  return signedIn;
}

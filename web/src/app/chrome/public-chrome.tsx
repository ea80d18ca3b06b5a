import { pageAt } from '@sixpence/contracts/pages';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { PageLink } from '../../components/page-link.js';
import { sessionIsValid } from '../../lib/session.js';
import { chromeWords } from './chrome-words.en.js';
import styles from './chrome.module.css';
import { EnquiryButton } from './enquiry-button.js';
import { NavItem } from './nav-item.js';
import { PageFrame } from '../page-frame.js';
import { PageSpace } from '../page-space.js';

/** Header and footer of the public pages. A failed session check means "not signed in". */
export function PublicChrome() {
  return (
    <PageFrame
      area="visitor"
      home={{ to: '/', label: chromeWords.homeLabel }}
      nav={
        <>
          <NavItem to="/what-we-do" />
          <NavItem to="/solutions" />
          <EnquiryButton opens="contact" label={chromeWords.contactUs} area="visitor" />
        </>
      }
      enter={<BrochureOrEntrance />}
    >
      <PageSpace area="visitor" />
    </PageFrame>
  );
}

/** Marketing pages offer the brochure; the other pages a link to the dashboard or to sign-in. */
function BrochureOrEntrance() {
  const { pathname } = useLocation();
  // Sign-up ends on /welcome, so the session may have changed since the first check.
  const signedIn = useSignedInCheck(pathname === '/welcome');
  if (pageAt(pathname)?.area === 'marketing') {
    return (
      <EnquiryButton
        opens="brochure"
        label={chromeWords.brochure}
        area="marketing"
        className={styles.enter ?? ''}
      />
    );
  }
  if (signedIn) return <PageLink to="/dashboard" className={styles.enter} />;
  return (
    <PageLink to="/login" className={styles.enter}>
      {chromeWords.signIn}
    </PageLink>
  );
}

/** Checks the session at mount, and once more when `mayHaveChanged` changes. */
function useSignedInCheck(mayHaveChanged: boolean): boolean {
  const [signedIn, setSignedIn] = useState(false);
  useEffect(() => {
    let stale = false;
    void sessionIsValid().then((valid) => {
      if (!stale) setSignedIn(valid);
    });
    return () => {
      stale = true;
    };
  }, [mayHaveChanged]);
  return signedIn;
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { PageLink } from '../components/page-link.js';
import { accountEmail, endSession } from '../lib/session.js';
import { chromeWords, notBuiltWords } from './chrome-words.js';
import styles from './chrome.module.css';
import { NavItem } from './nav-item.js';
import { NotBuiltButton } from './not-built-button.js';
import { PageFrame } from './page-frame.js';

/** Header and footer of the signed-in pages. Whose account it is, is asked once the session was found `admitted`. */
export function SignedInChrome({ admitted, children }: { admitted: boolean; children: ReactNode }) {
  return (
    <PageFrame
      home={{ to: '/dashboard', label: chromeWords.dashboardHomeLabel }}
      nav={
        <>
          <NavItem to="/dashboard" />
          <NavItem to="/credits" />
          <NavItem to="/help" />
          <NotBuiltButton
            label={chromeWords.contact}
            title={chromeWords.contactUs}
            sentence={notBuiltWords.form}
          />
          <NotBuiltButton
            label={chromeWords.howTo}
            title={chromeWords.userGuide}
            sentence={notBuiltWords.guide}
          />
        </>
      }
      footer={<OwnAccount admitted={admitted} />}
    >
      {children}
    </PageFrame>
  );
}

function OwnAccount({ admitted }: { admitted: boolean }) {
  const navigate = useNavigate();
  const { data: email } = useQuery({
    queryKey: ['account-email'],
    queryFn: accountEmail,
    staleTime: Infinity,
    enabled: admitted,
  });

  async function logOut() {
    endSession();
    await navigate('/login');
  }

  return (
    <>
      <button type="button" className={styles.logOut} onClick={() => void logOut()}>
        {chromeWords.logout}
      </button>
      {email ? (
        <PageLink to="/account" className={styles.account}>
          {chromeWords.account(email)}
        </PageLink>
      ) : null}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { PageLink } from '../../components/page-link.js';
import { accountEmail, endSession } from '../../lib/session.js';
import { chromeWords } from './chrome-words.en.js';
import styles from './chrome.module.css';
import { EnquiryButton } from './enquiry-button.js';
import { NavItem } from './nav-item.js';
import { PageFrame } from '../page-frame.js';
import { useOneAccount } from './use-one-account.js';

/**
 * Header and footer of the signed-in pages. The account's address is fetched once the session is `admitted`.
 */
export function SignedInChrome({ admitted, children }: { admitted: boolean; children: ReactNode }) {
  const { data: email } = useQuery({
    queryKey: ['account-email'],
    queryFn: accountEmail,
    staleTime: Infinity,
    enabled: admitted,
  });
  return (
    <PageFrame
      area="guarded"
      home={{ to: '/dashboard', label: chromeWords.dashboardHomeLabel }}
      nav={
        <>
          <NavItem to="/dashboard" />
          <NavItem to="/credits" />
          <NavItem to="/help" />
          <EnquiryButton opens="contact" label={chromeWords.contact} area="guarded" email={email} />
          {/* A plain link, because the browser downloads a file: the page stays. */}
          <a href="/sixpence-user-guide.pdf" download className={styles.navItem}>
            {chromeWords.howTo}
          </a>
        </>
      }
      footer={<OwnAccount email={email} />}
    >
      {children}
    </PageFrame>
  );
}

function OwnAccount({ email }: { email: string | undefined }) {
  const navigate = useNavigate();
  useOneAccount(email);

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
      ) : (
        // Keeps the line of the address free on a phone, so that nothing moves when it arrives.
        <span className={styles.account} />
      )}
    </>
  );
}

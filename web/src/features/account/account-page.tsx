import { Button } from '@mantine/core';
import { FailureMessage } from '../../components/failure-message.js';
import { Waiting } from '../../components/waiting.js';
import styles from './account-page.module.css';
import { accountWords } from './account-words.en.js';
import { AddressesSection } from './addresses/addresses-section.js';
import { DeleteSection } from './leaving/delete-section.js';
import { DownloadSection } from './leaving/download-section.js';
import { MailSection } from './mail/mail-section.js';
import { PasswordSection } from './password/password-section.js';
import { ProvidersSection } from './providers/providers-section.js';
import { SessionsSection } from './sessions/sessions-section.js';
import { useAccount } from './use-account.js';

/** `/account`: the user's data, one section for each part that the user can change. */
export default function AccountPage() {
  const { account, failed, refetch } = useAccount();
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{accountWords.title}</h1>
      {failed ? (
        <FailureMessage
          advice={
            <>
              {accountWords.notLoadedAdvice}{' '}
              <Button variant="default" size="xs" onClick={refetch}>
                {accountWords.tryAgain}
              </Button>
            </>
          }
        >
          {accountWords.notLoaded}
        </FailureMessage>
      ) : null}
      {!account && !failed ? <Waiting what={accountWords.loading} /> : null}
      {account ? (
        <>
          <AddressesSection addresses={account.addresses} />
          <PasswordSection hasPassword={account.hasPassword} email={account.addresses[0]?.address ?? ''} />
          <ProvidersSection providers={account.providers} />
          <MailSection />
          <SessionsSection sessions={account.sessions} />
          <DownloadSection hasPassword={account.hasPassword} />
          <DeleteSection hasPassword={account.hasPassword} />
        </>
      ) : null}
    </div>
  );
}

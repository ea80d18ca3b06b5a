import { Button } from '@mantine/core';
import type { AccountDetails } from '@sixpence/contracts/http/account-page';
import { useRef } from 'react';
import { post } from '../../../lib/http.js';
import styles from '../account-page.module.css';
import { AccountSection } from '../account-section.js';
import { useAct } from '../use-act.js';
import { providersWords } from '../account-words.en.js';

type Provider = AccountDetails['providers'][number]['provider'];

const titles: Record<Provider, string> = { google: 'Google', microsoft: 'Microsoft', apple: 'Apple' };

/** The providers with which the user signs in. */
export function ProvidersSection({ providers }: { providers: AccountDetails['providers'] }) {
  const { busy, outcome, act } = useAct();
  const section = useRef<HTMLElement>(null);

  async function remove(provider: Provider) {
    const action = () => post('/provider-disconnect', { provider });
    if (await act({ name: provider, done: providersWords.removed, action })) section.current?.focus();
  }

  return (
    <AccountSection ref={section} title={providersWords.title}>
      {providers.length === 0 ? (
        <p className={styles.lead}>{providersWords.none}</p>
      ) : (
        <ul className={styles.list}>
          {providers.map(({ provider, address }) => (
            <li key={`${provider} ${address}`} className={styles.row}>
              <div className={styles.words}>
                <span className={styles.name}>{titles[provider]}</span>
                {address === null ? null : <span className={styles.detail}>{address}</span>}
              </div>
              <Button
                variant="default"
                aria-label={providersWords.removeOf(titles[provider])}
                loading={busy === provider}
                disabled={busy !== undefined}
                onClick={() => void remove(provider)}
              >
                {providersWords.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {outcome}
    </AccountSection>
  );
}

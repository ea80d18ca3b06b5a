import { Button } from '@mantine/core';
import { type ProviderName, providerNames } from '@sixpence/contracts/provider-names';
import { useEffect, useState } from 'react';
import { FailureMessage } from '../failure-message.js';
import { ProviderMark } from './provider-mark.js';
import styles from './social.module.css';
import { beginProviderSignIn, providerTitles } from './provider-sign-in.js';
import { socialWords } from './social-words.en.js';

/** The buttons of the three identity providers, below the form of the page. */
export function ProviderButtons(props: {
  does: 'sign-in' | 'sign-up';
  /** The provider from which the user has just come back without being signed in. */
  unfinished: ProviderName | undefined;
}) {
  const { does, unfinished } = props;
  const [busy, setBusy] = useState<ProviderName>();
  const [problem, setProblem] = useState<{ sentence: string; advice: string }>();

  // The browser may restore the page with its buttons still loading, so they are enabled again.
  useEffect(() => {
    const enableButtons = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setBusy(undefined);
    };
    window.addEventListener('pageshow', enableButtons);
    return () => window.removeEventListener('pageshow', enableButtons);
  }, []);

  async function goToProvider(provider: ProviderName) {
    if (busy !== undefined) return;
    setBusy(provider);
    setProblem(undefined);
    const sentence = socialWords.away(providerTitles[provider]);
    try {
      const url = await beginProviderSignIn(provider, does === 'sign-up');
      if (url !== undefined) {
        // The buttons keep their state until the provider's page replaces this one.
        window.location.assign(url);
        return;
      }
      setProblem({ sentence, advice: socialWords.awayAdvice });
    } catch (error) {
      const isConnection = error instanceof TypeError;
      setProblem({ sentence, advice: isConnection ? socialWords.connectionAdvice : socialWords.awayAdvice });
    }
    setBusy(undefined);
  }

  return (
    <div className={styles.ways}>
      <p className={styles.or}>{socialWords.or}</p>
      {unfinished && !problem ? (
        <p className={styles.quiet} role="status">
          {socialWords.unfinished(providerTitles[unfinished])}
        </p>
      ) : null}
      {providerNames.map((provider) => (
        <Button
          key={provider}
          variant="default"
          size="md"
          fullWidth
          leftSection={<ProviderMark provider={provider} />}
          loading={busy === provider}
          disabled={busy !== undefined && busy !== provider}
          onClick={() => void goToProvider(provider)}
        >
          {socialWords[does](providerTitles[provider])}
        </Button>
      ))}
      {problem ? <FailureMessage advice={problem.advice}>{problem.sentence}</FailureMessage> : null}
    </div>
  );
}

import { Button } from '@mantine/core';
import { type ProviderName, providerNames } from '@sixpence/contracts/provider-names';
import { useEffect, useState } from 'react';
import { Notice } from '../notice.js';
import { ProviderMark } from './provider-mark.js';
import styles from './social.module.css';
import { beginSocialWay } from './social-way.js';
import { providerTitles, socialWords } from './social-words.js';

/** The three identity providers, as other ways in than the form above them. */
export function SocialWays(props: {
  does: 'sign-in' | 'sign-up';
  /** The provider that has just not signed them in. */
  unfinished: ProviderName | undefined;
}) {
  const { does, unfinished } = props;
  const [busy, setBusy] = useState<ProviderName>();
  const [problem, setProblem] = useState<{ sentence: string; advice: string }>();

  // A page that comes back from the browser's memory has its buttons as they were left.
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setBusy(undefined);
    };
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  async function go(provider: ProviderName) {
    if (busy !== undefined) return;
    setBusy(provider);
    setProblem(undefined);
    const sentence = socialWords.away(providerTitles[provider]);
    try {
      const url = await beginSocialWay(provider, does === 'sign-up');
      if (url !== undefined) {
        // The buttons stay as they are until the provider's page takes the place of this one.
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
          onClick={() => void go(provider)}
        >
          {socialWords[does](providerTitles[provider])}
        </Button>
      ))}
      {problem ? <Notice advice={problem.advice}>{problem.sentence}</Notice> : null}
    </div>
  );
}

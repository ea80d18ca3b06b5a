import { Button } from '@mantine/core';
import type { PageArea } from '@sixpence/contracts/pages';
import { FailureMessage } from '../components/failure-message.js';
import styles from './calm-page.module.css';
import { brokenWords, chromeWords } from './chrome/chrome-words.en.js';

/** Replaces a page that failed: it shows the error, and two actions that load the site again. */
export function BrokenPage({ area }: { area: PageArea }) {
  const { to, words } = linkBack(area);
  return (
    <section className={styles.calm} aria-labelledby="broken">
      <h1 id="broken" className={styles.title}>
        {brokenWords.title}
      </h1>
      <FailureMessage advice={brokenWords.advice}>{brokenWords.sentence}</FailureMessage>
      <div className={styles.actions}>
        <Button size="md" onClick={() => window.location.reload()}>
          {brokenWords.reload}
        </Button>
        <Button component="a" href={to} size="md" variant="default">
          {words}
        </Button>
      </div>
    </section>
  );
}

/** The link on a page that has no content to show. */
function linkBack(area: PageArea): { to: '/' | '/dashboard'; words: string } {
  return area === 'guarded'
    ? { to: '/dashboard', words: chromeWords.backToDashboard }
    : { to: '/', words: chromeWords.backToStart };
}

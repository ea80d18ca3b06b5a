import { Button } from '@mantine/core';
import type { Page } from '@sixpence/contracts/pages';
import { PageLink } from '../components/page-link.js';
import { notBuiltWords, wayBack } from './chrome/chrome-words.js';
import styles from './calm-page.module.css';

/** A page without code yet: its title, a sentence that it is not ready, and a link back. */
export function NotBuiltPage({ page }: { page: Page }) {
  const { to, words } = wayBack(page.area);
  return (
    <section className={styles.calm} aria-labelledby="not-built">
      <h1 id="not-built" className={styles.title}>
        {page.title}
      </h1>
      <p className={styles.sentence}>{notBuiltWords.page}</p>
      <Button component={PageLink} to={to} variant="default" size="md">
        {words}
      </Button>
    </section>
  );
}

import type { Content } from '@sixpence/content/content';
import { isArticle, type Page, pageAt } from '@sixpence/contracts/pages';
import { useId } from 'react';
import { useAfter } from '../../lib/use-after.js';
import { PageLink } from '../page-link.js';
import { ContentBlock } from './content-block.js';
import styles from './content.module.css';
import { locale } from '@sixpence/theme/language';
import { contentWords } from './content-words.en.js';
import { Preloader } from './preloader.js';
import { useAnchor } from './use-anchor.js';
import { UsefulQuestion } from './useful-question.js';

/** The time that the specified preloader covers a static page. Articles have no preloader. */
const preloaderMs = 600;

/** A page of text: its title, its content, and links to related pages. */
export function ContentPage({ content }: { content: Content }) {
  const page: Page | undefined = pageAt(content.path);
  const over = useAfter(preloaderMs);
  const ready = over || isArticle(content.path);
  useAnchor(ready);
  return (
    <article className={styles.page}>
      <h1 className={styles.title} lang="en-GB">
        {page?.title}
      </h1>
      <Preloader ready={ready}>
        {contentWords.inEnglish === '' ? null : <p>{contentWords.inEnglish}</p>}
        <div className={styles.blocks} lang="en-GB">
          {content.blocks.map((block, index) => (
            <ContentBlock key={index} block={block} />
          ))}
        </div>
        {isArticle(content.path) ? <UsefulQuestion key={content.path} article={content.path} /> : null}
        {content.seeAlso ? <SeeAlso paths={content.seeAlso} /> : null}
        <p className={styles.changed}>
          <time dateTime={content.changed}>{contentWords.changed(dayInWords(content.changed))}</time>
        </p>
      </Preloader>
    </article>
  );
}

/** The date of a day: `23 November 2026` for `2026-11-23`. */
function dayInWords(day: string): string {
  return new Date(day).toLocaleDateString(locale(), { dateStyle: 'long', timeZone: 'UTC' });
}

function SeeAlso({ paths }: { paths: NonNullable<Content['seeAlso']> }) {
  const heading = useId();
  return (
    <nav className={styles.seeAlso} aria-labelledby={heading}>
      <h2 id={heading} className={styles.seeAlsoTitle}>
        {contentWords.seeAlso}
      </h2>
      <ul className={styles.seeAlsoList}>
        {paths.map((path) => (
          <li key={path}>
            <PageLink to={path} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { helpColumns } from '@sixpence/content/help-columns';
import { pageDescriptions } from '@sixpence/contracts/page-descriptions';
import { HelpSearch } from '../../components/help-search/help-search.js';
import { PageLink } from '../../components/page-link.js';
import { helpWords } from './help-words.en.js';
import styles from './help.module.css';

/** `/help`: a search, and all articles in three columns. */
export default function HelpPage() {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{helpWords.title}</h1>
      <p className={styles.lead}>{helpWords.lead}</p>
      <HelpSearch />
      <div className={styles.columns}>
        {helpColumns.map((column) => (
          <HelpColumn key={column.name} {...column} />
        ))}
      </div>
    </div>
  );
}

function HelpColumn({ name, articles }: (typeof helpColumns)[number]) {
  const heading = `help-${name.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section aria-labelledby={heading} className={styles.column} lang="en-GB">
      <h2 id={heading} className={styles.name}>
        {name}
      </h2>
      <ul className={styles.articles}>
        {articles.map((path) => (
          <li key={path}>
            <PageLink to={path} className={styles.article} />
            <p className={styles.about}>{pageDescriptions[path]}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

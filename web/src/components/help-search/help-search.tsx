import { SearchIcon } from 'lucide-react';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { PageLink } from '../page-link.js';
import styles from './help-search.module.css';
import { helpSearchWords as words } from './help-search-words.en.js';
import { type Found, useHelpSearch } from './use-help-search.js';

/** A search field with the answers below it while the user types. Enter focuses the first answer. */
export function HelpSearch({ label = words.label }: { label?: string }) {
  const [query, setQuery] = useState('');
  const { found, prepare } = useHelpSearch(query);
  const field = useId();
  const answers = useRef<HTMLUListElement>(null);

  function goToFirst(event: SubmitEvent) {
    event.preventDefault();
    answers.current?.querySelector('a')?.focus();
  }

  return (
    <form role="search" aria-label={label} className={styles.search} onSubmit={goToFirst}>
      <label htmlFor={field} className={styles.label}>
        {label}
      </label>
      <div className={styles.field}>
        <SearchIcon size={20} aria-hidden />
        <input
          id={field}
          type="search"
          className={styles.input}
          placeholder={words.placeholder}
          autoComplete="off"
          maxLength={100}
          value={query}
          onFocus={prepare}
          onChange={({ target }) => {
            prepare();
            setQuery(target.value);
          }}
        />
      </div>
      <p className={styles.status} role="status">
        {statusOf(found)}
      </p>
      {typeof found === 'string' ? null : (
        <ul ref={answers} className={styles.answers} lang="en-GB">
          {found.answers.map(({ to, anchor, title, heading, excerpt }) => (
            <li key={to}>
              <PageLink to={to} anchor={anchor} className={styles.answer}>
                {title}
                {heading === undefined ? null : <span className={styles.part}>{heading}</span>}
              </PageLink>
              <p className={styles.excerpt}>{excerpt}</p>
            </li>
          ))}
        </ul>
      )}
      {typeof found !== 'string' && found.answers.length === 0 ? (
        <p className={styles.excerpt}>{words.nothingAdvice}</p>
      ) : null}
    </form>
  );
}

function statusOf(found: Found): string {
  if (found === 'nothing-asked') return '';
  if (found === 'loading') return words.loading;
  if (found === 'failed') return words.notLoaded;
  const { question, answers } = found;
  return answers.length === 0 ? words.nothing(question) : words.found(answers.length);
}

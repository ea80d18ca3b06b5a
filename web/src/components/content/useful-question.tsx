import { Button } from '@mantine/core';
import type { ArticlePath } from '@sixpence/contracts/pages';
import { useId, useState } from 'react';
import { post } from '../../lib/http.js';
import styles from './content.module.css';
import { contentWords as words } from './content-words.en.js';

type Vote = 'none' | 'yes' | 'no' | 'not-counted';

/** Asks whether an article was useful, once for each opening. Core stores only the number of answers. */
export function UsefulQuestion({ article }: { article: ArticlePath }) {
  const [vote, setVote] = useState<Vote>('none');
  const question = useId();

  function sendVote(useful: boolean) {
    setVote(useful ? 'yes' : 'no');
    post('/article-vote', { article, useful }).catch((error: unknown) => {
      console.warn('The vote was not counted', error);
      setVote('not-counted');
    });
  }

  return (
    <div role="group" aria-labelledby={question} className={styles.useful}>
      <span id={question}>{words.useful}</span>
      <span role="status" className={styles.thanks}>
        {vote === 'none' ? null : words.usefulSaid[vote]}
      </span>
      {vote === 'none' || vote === 'not-counted' ? (
        <span className={styles.votes}>
          <Button variant="default" size="sm" onClick={() => sendVote(true)}>
            {words.yes}
          </Button>
          <Button variant="default" size="sm" onClick={() => sendVote(false)}>
            {words.no}
          </Button>
        </span>
      ) : null}
    </div>
  );
}

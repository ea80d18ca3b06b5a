import { Button } from '@mantine/core';
import type { ArticlePath } from '@sixpence/contracts/pages';
import { useId, useState } from 'react';
import { post } from '../../lib/http.js';
import styles from './content.module.css';
import { contentWords as words } from './content-words.en.js';

type Said = 'nothing' | 'yes' | 'no' | 'not-counted';

/** Asks whether an article was useful, once for each opening. Core stores only the number of answers. */
export function UsefulQuestion({ article }: { article: ArticlePath }) {
  const [said, setSaid] = useState<Said>('nothing');
  const question = useId();

  function say(useful: boolean) {
    setSaid(useful ? 'yes' : 'no');
    post('/article-vote', { article, useful }).catch((error: unknown) => {
      console.warn('The vote was not counted', error);
      setSaid('not-counted');
    });
  }

  return (
    <div role="group" aria-labelledby={question} className={styles.useful}>
      <span id={question}>{words.useful}</span>
      <span role="status" className={styles.thanks}>
        {said === 'nothing' ? null : words.usefulSaid[said]}
      </span>
      {said === 'nothing' || said === 'not-counted' ? (
        <span className={styles.votes}>
          <Button variant="default" size="sm" onClick={() => say(true)}>
            {words.yes}
          </Button>
          <Button variant="default" size="sm" onClick={() => say(false)}>
            {words.no}
          </Button>
        </span>
      ) : null}
    </div>
  );
}

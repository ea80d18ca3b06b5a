import { Button } from '@mantine/core';
import styles from './not-loaded.module.css';
import { notLoadedWords } from './not-loaded-words.js';

/** Says quietly that something could not be had, and asks for it anew. */
export function NotLoaded({ sentence, again }: { sentence: string; again: () => void }) {
  return (
    <p className={styles.line}>
      {sentence}{' '}
      <Button variant="default" size="xs" onClick={again}>
        {notLoadedWords.tryAgain}
      </Button>
    </p>
  );
}

import { Button } from '@mantine/core';
import styles from './not-loaded.module.css';
import { notLoadedWords } from './not-loaded-words.en.js';

/** A line about content that could not be loaded, with a button to try again. It is not announced. */
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

import { Button } from '@mantine/core';
import styles from './not-loaded.module.css';

const words = { tryAgain: 'Try again' };

/** Says quietly that something could not be had, and asks for it anew. */
export function NotLoaded({ sentence, again }: { sentence: string; again: () => void }) {
  return (
    <p className={styles.line}>
      {sentence}{' '}
      <Button variant="default" size="xs" onClick={again}>
        {words.tryAgain}
      </Button>
    </p>
  );
}

import { Button, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { pagesIn } from './page-ranges.js';
import styles from './page-tiles.module.css';
import { pagesWords } from '../dashboard-words.en.js';

/** A field for the numbers of the pages to keep, because a long document would need many clicks. */
export function PageRange(props: {
  pageCount: number;
  written: string;
  disabled: boolean;
  onOnly: (pages: number[]) => void;
}) {
  const { pageCount, written, disabled, onOnly } = props;
  const [typed, setTyped] = useState(written);
  const [wrong, setWrong] = useState(false);

  function keep(event: SyntheticEvent) {
    event.preventDefault();
    const pages = pagesIn(typed, pageCount);
    setWrong(!pages);
    if (pages) onOnly(pages);
  }

  return (
    <form className={styles.range} onSubmit={keep} noValidate>
      <TextInput
        label={pagesWords.only}
        description={pagesWords.onlyHint(pageCount)}
        value={typed}
        disabled={disabled}
        error={wrong ? pagesWords.onlyWrong(pageCount) : undefined}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setWrong(false);
        }}
      />
      <Button type="submit" variant="default" disabled={disabled}>
        {pagesWords.keepOnly}
      </Button>
    </form>
  );
}

import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** A fast printer brings out more pages than anybody wants to be told of. */
const everyMs = 4_000;

/** Tells those who listen how far it is: the newest word at most every few seconds, and the last one in any case. */
export function SpokenProgress({ words }: { words: string }) {
  const [said, setSaid] = useState('');
  const saidAt = useRef(-everyMs);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        saidAt.current = performance.now();
        setSaid(words);
      },
      Math.max(0, saidAt.current + everyMs - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [words]);
  return <VisuallyHidden role="status">{said}</VisuallyHidden>;
}

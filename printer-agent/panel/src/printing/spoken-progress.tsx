import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** The shortest interval between announcements, because a fast printer would cause too many. */
const everyMs = 4_000;

/**
 * Announces the progress to screen readers: the newest text at most every few seconds, and always the last
 * one.
 */
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

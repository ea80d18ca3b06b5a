import { Button } from '@mantine/core';
import { type RefObject, useEffect, useState } from 'react';
import { BalanceLink } from './balance/balance-link.js';
import { codeWords } from './code/code-words.js';
import styles from './reach-bar.module.css';

/** On a phone, while the code card is out of sight below many documents: what is left, and the way to the code. */
export function ReachBar({ card }: { card: RefObject<HTMLElement | null> }) {
  const inSight = useInSight(card);
  if (inSight) return null;

  function goToCard() {
    card.current?.scrollIntoView({ block: 'center' });
    card.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus({ preventScroll: true });
  }

  return (
    <div className={styles.bar}>
      <BalanceLink />
      <Button size="md" onClick={goToCard}>
        {codeWords.toCode}
      </Button>
    </div>
  );
}

/** Whether any of an element is on screen; it is held to be until the browser has told. */
function useInSight(element: RefObject<HTMLElement | null>): boolean {
  const [inSight, setInSight] = useState(true);
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? true));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return inSight;
}

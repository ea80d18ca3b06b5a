import { Button } from '@mantine/core';
import { type RefObject, useEffect, useState } from 'react';
import { BalanceLink } from './balance/balance-link.js';
import { codeWords } from './dashboard-words.en.js';
import styles from './reach-bar.module.css';

/** On a phone: the balance and a button to the code card, shown while that card is scrolled out of view. */
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

/** Whether a part of an element is on the screen; true until the browser reports. */
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

import { Button } from '@mantine/core';
import { CodeDigits } from '@sixpence/theme/code-digits';
import { clockFace } from '@sixpence/theme/clock-face';
import { type RefObject, useEffect } from 'react';
import { CopyButton } from '../copy-button.js';
import styles from './code-card.module.css';
import { useCountdown } from './use-countdown.js';
import { codeWords } from '../dashboard-words.en.js';

/**
 * A code and its remaining time. It takes the focus, because the button that requested it is gone. When the
 * time is over, it offers another code.
 */
export function CodeShown(props: {
  code: string;
  expiresAt: string;
  box: RefObject<HTMLDivElement | null>;
  disabled: boolean;
  onReset: () => void;
  onAgain: () => Promise<void>;
}) {
  const { code, expiresAt, box, disabled, onReset, onAgain } = props;
  const seconds = useCountdown(expiresAt);

  useEffect(() => box.current?.focus(), [box]);

  if (seconds === 0) {
    return (
      <>
        <div className={styles.empty} aria-live="polite">
          <p className={styles.lead}>{codeWords.runOut}</p>
        </div>
        <Button size="lg" fullWidth disabled={disabled} onClick={() => void onAgain()}>
          {codeWords.get}
        </Button>
      </>
    );
  }

  return (
    <>
      <div ref={box} tabIndex={-1} className={styles.shown}>
        <span className={styles.digits} aria-live="polite">
          <CodeDigits digits={code} label={codeWords.title} />
        </span>
        <p className={styles.lead}>
          {codeWords.goodFor} <span className={styles.clock}>{clockFace(seconds)}</span>
        </p>
      </div>
      <div className={styles.actions}>
        <CopyButton text={code} words={codeWords} disabled={disabled} />
        <Button variant="default" disabled={disabled} onClick={onReset}>
          {codeWords.reset}
        </Button>
      </div>
    </>
  );
}

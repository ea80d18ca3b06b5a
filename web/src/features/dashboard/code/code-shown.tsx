import { Button } from '@mantine/core';
import { CodeDigits } from '@sixpence/theme/code-digits';
import { clockFace } from '@sixpence/theme/count-words';
import { CheckIcon, CopyIcon } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import styles from './code-card.module.css';
import { useCountdown } from './use-countdown.js';
import { codeWords } from './code-words.js';

/**
 * A code with the time it is still good for; it takes the keyboard's place from the button that asked for it. Once the
 * time is over it says so and offers another.
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
        <CopyCode code={code} />
        <Button variant="default" onClick={onReset}>
          {codeWords.reset}
        </Button>
      </div>
    </>
  );
}

function CopyCode({ code }: { code: string }) {
  const [copied, setCopied] = useState<boolean>();

  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch (error) {
      console.warn('The browser does not let this page copy', error);
      setCopied(false);
    }
  }

  return (
    <Button
      variant="default"
      leftSection={copied ? <CheckIcon size={18} aria-hidden /> : <CopyIcon size={18} aria-hidden />}
      onClick={() => void copy()}
    >
      {copied === undefined ? codeWords.copy : copied ? codeWords.copied : codeWords.cannotCopy}
    </Button>
  );
}

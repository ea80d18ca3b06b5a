import { Button, Loader } from '@mantine/core';
import { CodeDigits } from '@sixpence/theme/code-digits';
import { Notice } from '../../../components/notice.js';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { CodeShown } from './code-shown.js';
import styles from './code-card.module.css';
import { HowToUseCode } from './how-to-use-code.js';
import { usePrintCode } from './use-print-code.js';

/**
 * The code area: six digits for the printer, good for a few minutes and for one use.
 * `used` counts the codes of this person that printers have taken, and says where the last one was.
 */
export function CodeCard({
  disabled,
  used,
}: {
  disabled: boolean;
  used: { count: number; printer: string };
}) {
  const { state, getCode, reset } = usePrintCode(used.count);
  const box = useRef<HTMLDivElement>(null);
  const getButton = useRef<HTMLButtonElement>(null);
  const wasUsed = state.kind === 'shown' && used.count > state.uses;

  function resetAndOfferAgain() {
    flushSync(reset);
    getButton.current?.focus();
  }

  return (
    <section className={styles.card} aria-labelledby="your-code">
      <h2 id="your-code" className={styles.title}>
        Your code
      </h2>
      {state.kind === 'shown' && !wasUsed ? (
        <>
          <CodeShown
            key={state.code}
            code={state.code}
            expiresAt={state.expiresAt}
            box={box}
            disabled={disabled}
            onReset={resetAndOfferAgain}
            onAgain={getCode}
          />
          <HowToUseCode onClosed={() => box.current?.focus()} />
        </>
      ) : (
        <>
          <div className={styles.empty} aria-live="polite">
            {state.kind === 'loading' ? (
              <Loader color="press" size="sm" aria-label="Getting your code" />
            ) : null}
            {state.kind === 'failed' ? (
              <Notice advice="No code could be made. Try again in a moment.">Error</Notice>
            ) : null}
            {wasUsed ? (
              <p className={styles.lead}>Your code was used at {used.printer}. It works once.</p>
            ) : null}
            {state.kind === 'none' ? (
              <>
                <span className={styles.digits} aria-hidden>
                  <CodeDigits digits="" label="No code yet" />
                </span>
                <p className={styles.lead}>
                  Six digits to type at the printer. They work once, for a few minutes.
                </p>
              </>
            ) : null}
          </div>
          <Button
            ref={getButton}
            size="lg"
            fullWidth
            disabled={disabled || state.kind === 'loading'}
            onClick={() => void getCode()}
          >
            Get code
          </Button>
        </>
      )}
    </section>
  );
}

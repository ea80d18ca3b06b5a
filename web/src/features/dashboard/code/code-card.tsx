import { Button, Loader } from '@mantine/core';
import { CodeDigits } from '@sixpence/theme/code-digits';
import { FailureMessage } from '../../../components/failure-message.js';
import { type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';
import { CodeShown } from './code-shown.js';
import styles from './code-card.module.css';
import { HowToUseCode } from './how-to-use-code.js';
import { usePrintCode } from './use-print-code.js';
import { codeWords } from '../dashboard-words.en.js';

/** The print code: six digits for the printer, valid for a few minutes and one use. */
export function CodeCard(props: {
  disabled: boolean;
  closePages: () => Promise<boolean>;
  card: RefObject<HTMLElement | null>;
}) {
  const { disabled, closePages, card } = props;
  const { state, getCode, reset } = usePrintCode(closePages);
  const box = useRef<HTMLDivElement>(null);
  const getButton = useRef<HTMLButtonElement>(null);

  function resetAndOfferAgain() {
    flushSync(reset);
    getButton.current?.focus();
  }

  return (
    <section ref={card} className={styles.card} aria-labelledby="your-code">
      <h2 id="your-code" className={styles.title}>
        {codeWords.title}
      </h2>
      {state.kind === 'shown' ? (
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
              <Loader color="press" size="sm" aria-label={codeWords.loading} />
            ) : null}
            {state.kind === 'failed' ? (
              <FailureMessage advice={codeWords.failedAdvice}>{codeWords.failed}</FailureMessage>
            ) : null}
            {state.kind === 'used' ? <p className={styles.lead}>{codeWords.used(state.printer)}</p> : null}
            {state.kind === 'none' ? (
              <>
                <span className={styles.digits} aria-hidden>
                  <CodeDigits digits="" label={codeWords.none} />
                </span>
                <p className={styles.lead}>{codeWords.lead}</p>
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
            {codeWords.get}
          </Button>
        </>
      )}
    </section>
  );
}

import { useState } from 'react';
import { refusalWords } from '../refusal-words.js';
import { useSecondsUntil } from '../use-seconds-until.js';
import type { ViewOf } from '../views.js';
import styles from './keypad.module.css';
import { keypadWords, pauseAdvice } from './keypad-words.en.js';

/** The result of the last code, until the user types the next one. */
export function KeypadMessage(props: {
  checking: boolean;
  refused: ViewOf<'keypad'>['refused'];
  typing: boolean;
}) {
  const { checking, refused, typing } = props;
  if (checking) return <Message {...keypadWords.checking} />;
  if (!refused || (typing && refused.code !== 'code.paused')) {
    return <Message sentence="" advice={keypadWords.hint} />;
  }
  const { sentence, advice } = refusalWords(refused.code);
  if (refused.retryAfterSeconds === undefined) return <Message sentence={sentence} advice={advice} stop />;
  return <Pause sentence={sentence} seconds={refused.retryAfterSeconds} />;
}

function Pause({ sentence, seconds }: { sentence: string; seconds: number }) {
  const [until] = useState(() => new Date(Date.now() + seconds * 1000).toISOString());
  const left = useSecondsUntil(until);
  return <Message sentence={sentence} advice={pauseAdvice(left)} stop={left > 0} />;
}

function Message({ sentence, advice, stop = false }: { sentence: string; advice: string; stop?: boolean }) {
  return (
    <div className={styles.message} data-stop={stop || undefined} role={stop ? 'alert' : 'status'}>
      {sentence ? <p className={styles.sentence}>{sentence}</p> : null}
      {/* A screen reader reads a pause once, not each second. */}
      <p aria-live={stop ? 'off' : undefined}>{advice}</p>
    </div>
  );
}

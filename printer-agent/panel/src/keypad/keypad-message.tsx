import { useState } from 'react';
import { refusalWords } from '../refusal-words.js';
import { useSecondsUntil } from '../use-seconds-until.js';
import type { ViewOf } from '../views.js';
import styles from './keypad.module.css';

/** What became of the last code, until the next one is being typed. */
export function KeypadMessage(props: {
  checking: boolean;
  refused: ViewOf<'keypad'>['refused'];
  typing: boolean;
}) {
  const { checking, refused, typing } = props;
  if (checking) return <Message sentence="Checking your code" advice="One moment." />;
  if (!refused || (typing && refused.code !== 'code.paused')) {
    return <Message sentence="" advice="Six digits, from your dashboard." />;
  }
  const { sentence, advice } = refusalWords(refused.code);
  if (refused.retryAfterSeconds === undefined) return <Message sentence={sentence} advice={advice} stop />;
  return <Pause sentence={sentence} seconds={refused.retryAfterSeconds} />;
}

function Pause({ sentence, seconds }: { sentence: string; seconds: number }) {
  const [until] = useState(() => new Date(Date.now() + seconds * 1000).toISOString());
  const left = useSecondsUntil(until);
  const advice = left > 0 ? `Please wait ${left} s, then try again.` : 'You can try again now.';
  return <Message sentence={sentence} advice={advice} stop={left > 0} />;
}

function Message({ sentence, advice, stop = false }: { sentence: string; advice: string; stop?: boolean }) {
  return (
    <div className={styles.message} data-stop={stop || undefined} role={stop ? 'alert' : 'status'}>
      {sentence ? <p className={styles.sentence}>{sentence}</p> : null}
      <p>{advice}</p>
    </div>
  );
}

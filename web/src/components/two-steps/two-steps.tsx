import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { type ReactNode, useState } from 'react';
import styles from '../entry/entry.module.css';
import { AddressStep } from './address-step.js';
import { CodeStep } from './code-step.js';
import type { Flow } from './flow.js';
import { twoStepsWords } from './two-steps-words.js';
import { useKeptStep } from './use-kept-step.js';

/** The two steps of a flow, one after the other; `done` is called when the second has worked. */
export function TwoSteps(props: {
  flow: Flow;
  done: () => void;
  /** Stands in the first step until something else is said there. */
  notice?: ReactNode;
}) {
  const { flow, done, notice } = props;
  const { sent, codeSent, startAgain, finished } = useKeptStep(flow.name);
  const [said, setSaid] = useState(sent ? twoStepsWords.sentTo(sent.email) : '');
  const [isBack, setBack] = useState(false);
  return (
    <>
      {/* It is there before anything is said in it: what comes into it is heard, what it comes with is not. */}
      <p className={styles.said} role="status">
        {said}
      </p>
      {sent ? (
        <CodeStep
          flow={flow}
          sent={sent}
          tell={setSaid}
          codeSent={codeSent}
          startAgain={() => {
            startAgain();
            setSaid('');
            setBack(true);
          }}
          done={() => {
            finished();
            done();
          }}
        />
      ) : (
        <AddressStep
          flow={flow}
          notice={notice}
          isBack={isBack}
          codeSent={(code) => {
            codeSent(code);
            setSaid(twoStepsWords.sentTo(code.email));
          }}
        />
      )}
    </>
  );
}

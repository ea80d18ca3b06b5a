import '@mantine/core/styles/Input.layer.css';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.js';
import styles from '../entry/entry.module.css';
import { Waiting } from '../waiting.js';
import { AddressStep } from './address-step.js';
import type { Flow } from './flow.js';
import { twoStepsWords } from './two-steps-words.en.js';
import { useKeptStep } from './use-kept-step.js';

const fetchCodeStep = async () => (await import('./code-step.js')).CodeStep;
const CodeStep = lazyPart('code-step', fetchCodeStep);

/** The two steps of a flow; `done` is called when the second has succeeded. */
export function TwoSteps(props: {
  flow: Flow;
  done: () => void;
  /** Shown in the first step until that step has a message of its own. */
  notice?: ReactNode;
}) {
  const { flow, done, notice } = props;
  const { sent, codeSent, startAgain, forgetSignedOutSteps } = useKeptStep(flow.name);
  const [status, setStatus] = useState(sent ? twoStepsWords.sentTo(sent.email) : '');
  const [isBack, setBack] = useState(false);
  return (
    <>
      {/* The element exists before its text, because a screen reader announces only changes of an existing
          element. */}
      <p className={styles.said} role="status">
        {status}
      </p>
      {sent ? (
        <Suspense fallback={<Waiting what={twoStepsWords.openingStep} minHeight={420} />}>
          <CodeStep
            flow={flow}
            sent={sent}
            tell={setStatus}
            codeSent={codeSent}
            startAgain={() => {
              startAgain();
              setStatus('');
              setBack(true);
            }}
            done={() => {
              forgetSignedOutSteps();
              done();
            }}
          />
        </Suspense>
      ) : (
        <AddressStep
          flow={{ ...flow, askCode: (email) => withCodeStepLoading(() => flow.askCode(email)) }}
          notice={notice}
          isBack={isBack}
          codeSent={(code) => {
            codeSent(code);
            setStatus(twoStepsWords.sentTo(code.email));
          }}
        />
      )}
    </>
  );
}

/**
 * Loads the script of the second step while the mail is sent. If the load fails, `CodeStep` reports it when
 * the step is rendered.
 */
function withCodeStepLoading<Result>(ask: () => Promise<Result>): Promise<Result> {
  void fetchCodeStep().catch(() => undefined);
  return ask();
}

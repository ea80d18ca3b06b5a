import '@mantine/core/styles/Input.layer.css';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.js';
import styles from '../entry/entry.module.css';
import { Waiting } from '../waiting.js';
import { AddressStep } from './address-step.js';
import type { Flow } from './flow.js';
import { twoStepsWords } from './two-steps-words.js';
import { useKeptStep } from './use-kept-step.js';

const fetchCodeStep = async () => (await import('./code-step.js')).CodeStep;
const CodeStep = lazyPart('code-step', fetchCodeStep);

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
        <Suspense fallback={<Waiting what={twoStepsWords.openingStep} minHeight={420} />}>
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
        </Suspense>
      ) : (
        <AddressStep
          flow={{ ...flow, askCode: (email) => whileStepComes(() => flow.askCode(email)) }}
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

/** The second step is fetched while its code is mailed. What fails is told where it is drawn. */
function whileStepComes<Told>(ask: () => Promise<Told>): Promise<Told> {
  void fetchCodeStep().catch(() => undefined);
  return ask();
}

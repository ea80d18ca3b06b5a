import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import type { ReactNode } from 'react';
import { AddressStep } from './address-step.js';
import { CodeStep } from './code-step.js';
import type { Flow } from './flow.js';
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
  if (!sent) return <AddressStep flow={flow} notice={notice} codeSent={codeSent} />;
  return (
    <CodeStep
      flow={flow}
      sent={sent}
      codeSent={codeSent}
      startAgain={startAgain}
      done={() => {
        finished();
        done();
      }}
    />
  );
}

import { TextInput } from '@mantine/core';
import { digitsOf } from './typed.js';
import { twoStepsWords } from './two-steps-words.js';

/** The field of a mailed code: one input, which phones fill in by themselves; digits only, six at most. */
export function CodeField({ code, onChange }: { code: string; onChange: (code: string) => void }) {
  return (
    <TextInput
      label={twoStepsWords.code}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      size="md"
      autoFocus
      value={code}
      // What is pasted may hold more than digits, so that its length is bounded after they are picked out.
      onChange={(event) => onChange(digitsOf(event.currentTarget.value))}
    />
  );
}

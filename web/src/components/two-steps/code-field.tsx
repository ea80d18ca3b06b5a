import { TextInput } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { fieldSlots } from './field-slots.js';
import { digitsOf } from './typed.js';
import { twoStepsWords } from './two-steps-words.js';

/** The field of a mailed code: one input, which phones fill in by themselves; digits only, six at most. */
export function CodeField(props: {
  code: string;
  error: ReactNode;
  field: Ref<HTMLInputElement>;
  onChange: (code: string) => void;
}) {
  const { code, error, field, onChange } = props;
  return (
    <TextInput
      ref={field}
      label={twoStepsWords.code}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      size="md"
      autoFocus
      value={code}
      error={error}
      {...fieldSlots}
      // What is pasted may hold more than digits, so that its length is bounded after they are picked out.
      onChange={(event) => onChange(digitsOf(event.currentTarget.value))}
    />
  );
}

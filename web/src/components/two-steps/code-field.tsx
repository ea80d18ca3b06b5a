import { TextInput } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { fieldSlots } from './field-slots.js';
import { digitsOf } from './typed.js';
import { twoStepsWords } from './two-steps-words.en.js';

/** The field for a mailed code: one input with at most six digits, which phones can fill in. */
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
      // No `maxLength`: pasted text may hold other characters, which are removed before the length is cut.
      onChange={(event) => onChange(digitsOf(event.currentTarget.value))}
    />
  );
}

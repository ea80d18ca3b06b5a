import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput } from '@mantine/core';
import { leavingWords } from './leaving-words.js';

/** Where the person types their password once more. */
export function OwnPassword({ value, change }: { value: string; change: (next: string) => void }) {
  return (
    <PasswordInput
      label={leavingWords.password}
      autoComplete="current-password"
      size="md"
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

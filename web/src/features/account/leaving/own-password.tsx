import '@mantine/core/styles/Input.layer.css';
import { PasswordField } from '../../../components/password/password-field.js';
import { leavingWords } from '../account-words.en.js';

/** The field in which the user types their password again. */
export function OwnPassword({ value, change }: { value: string; change: (next: string) => void }) {
  return (
    <PasswordField
      label={leavingWords.password}
      autoComplete="current-password"
      size="md"
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

import '@mantine/core/styles/Input.layer.css';
import { TextInput, type TextInputProps } from '@mantine/core';
import { EyeIcon, EyeOffIcon } from 'lucide-react';
import { useState } from 'react';
import { passwordFieldWords } from './password-field-words.en.js';
import styles from './password-field.module.css';

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<TextInputProps, 'type' | 'rightSection'>) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOffIcon : EyeIcon;
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      rightSectionPointerEvents="all"
      rightSection={
        <button
          type="button"
          className={styles.show}
          aria-label={passwordFieldWords.show}
          aria-pressed={isShown}
          // A press with the pointer leaves the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={20} aria-hidden />
        </button>
      }
    />
  );
}

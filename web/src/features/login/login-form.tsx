import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { isEmailAddress } from '@sixpence/contracts/email-address';
import { type SyntheticEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { PageLink } from '../../components/page-link.js';
import { PasswordField } from '../../components/password/password-field.js';
import { post } from '../../lib/http.js';
import { type LoginMessage, loginMessage } from './login-message.js';
import { LoginNotice } from './login-notice.js';
import styles from '../../components/entry/entry.module.css';
import { loginWords } from './login-words.en.js';

/**
 * The form for e-mail and password. Login is enabled when the address is valid and the password is not empty.
 */
export function LoginForm({ signUpRequired }: { signUpRequired: boolean }) {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<LoginMessage | undefined>(
    signUpRequired ? { kind: 'new-user' } : undefined,
  );
  const emailIsValid = isEmailAddress(email);

  function checkEmail() {
    if (email !== '' && !emailIsValid) setMessage({ kind: 'check-email' });
  }

  function changeEmail(next: string) {
    setEmail(next);
    if (message?.kind === 'check-email') setMessage(undefined);
  }

  async function signIn(event: SyntheticEvent) {
    event.preventDefault();
    if (!emailIsValid) setMessage({ kind: 'check-email' });
    if (!emailIsValid || password === '' || busy) return;
    setBusy(true);
    setMessage(undefined);
    try {
      await post('/email-login', { email, password });
      await navigate('/dashboard');
    } catch (error) {
      setMessage(loginMessage(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void signIn(event)} noValidate>
      <TextInput
        label={loginWords.email}
        type="email"
        name="email"
        autoComplete="username"
        size="md"
        maxLength={254}
        value={email}
        error={message?.kind === 'check-email'}
        onChange={(event) => changeEmail(event.currentTarget.value)}
        onBlur={checkEmail}
        // While Login is disabled, Enter does not submit the form. So it checks the address instead.
        onKeyDown={({ key }) => {
          if (key === 'Enter') checkEmail();
        }}
      />
      <PasswordField
        label={loginWords.password}
        name="password"
        autoComplete="current-password"
        size="md"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {message ? <LoginNotice message={message} /> : null}
      <Button type="submit" size="md" fullWidth loading={busy} disabled={!emailIsValid || password === ''}>
        {loginWords.login}
      </Button>
      <div className={styles.ways}>
        <PageLink to="/reset-password">{loginWords.forgotten}</PageLink>
        <span>
          {loginWords.newHere} <PageLink to="/signup">{loginWords.signUp}</PageLink>
        </span>
      </div>
    </form>
  );
}

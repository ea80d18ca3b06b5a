import { Loader } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useAfter } from '../../lib/use-after.js';
import { LoginForm } from './login-form.js';
import styles from './login.module.css';
import { loginWords } from './login-words.js';

/** `/login`: e-mail and password. The specified second of spinner stands where the form will be. */
export function LoginPage() {
  const [query] = useSearchParams();
  const ready = useAfter(1000);
  return (
    <div className={styles.page}>
      <section className={styles.card} aria-labelledby="sign-in">
        <h1 id="sign-in" className={styles.title}>
          {loginWords.title}
        </h1>
        <p className={styles.lead}>{loginWords.lead}</p>
        {ready ? (
          <LoginForm signUpRequired={query.get('error') === 'signup-required'} />
        ) : (
          <LoginFormToCome />
        )}
      </section>
    </div>
  );
}

function LoginFormToCome() {
  return (
    <div className={styles.toCome} role="status" aria-label={loginWords.opening}>
      <Loader color="press" aria-hidden />
    </div>
  );
}

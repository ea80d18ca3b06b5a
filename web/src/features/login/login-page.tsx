import { useSearchParams } from 'react-router';
import { EntryPage } from '../../components/entry/entry-page.js';
import { LoginForm } from './login-form.js';
import { loginWords } from './login-words.js';

/** `/login`: e-mail and password. */
export function LoginPage() {
  const [query] = useSearchParams();
  const { title, lead, opening } = loginWords;
  return (
    <EntryPage title={title} lead={lead} opening={opening}>
      <LoginForm signUpRequired={query.get('error') === 'signup-required'} />
    </EntryPage>
  );
}

import { useSearchParams } from 'react-router';
import { EntryPage } from '../../components/entry/entry-page.js';
import { WithProviders } from '../../components/social/with-providers.js';
import { LoginForm } from './login-form.js';
import { loginWords } from './login-words.js';

/** `/login`: e-mail and password, or an identity provider. */
export function LoginPage() {
  const [query] = useSearchParams();
  const { title, lead, opening } = loginWords;
  return (
    <EntryPage title={title} lead={lead} opening={opening}>
      <WithProviders does="sign-in" isTold={query.has('error')}>
        <LoginForm signUpRequired={query.get('error') === 'signup-required'} />
      </WithProviders>
    </EntryPage>
  );
}

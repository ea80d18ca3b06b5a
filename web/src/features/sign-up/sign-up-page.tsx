import { useNavigate, useSearchParams } from 'react-router';
import { EntryPage } from '../../components/entry/entry-page.js';
import styles from '../../components/entry/entry.module.css';
import { PageLink } from '../../components/page-link.js';
import { WithProviders } from '../../components/social/with-providers.js';
import type { Flow } from '../../components/two-steps/flow.js';
import { TwoSteps } from '../../components/two-steps/two-steps.js';
import { HttpFailure, post } from '../../lib/http.js';
import { addressMessage, codeMessage } from './sign-up-message.js';
import { SignUpNotice } from './sign-up-notice.js';
import { signUpWords } from './sign-up-words.en.js';

const flow: Flow = {
  name: 'sign-up',
  words: signUpWords,
  askCode: async (email) => {
    try {
      return (await post('/signup-code', { email })).mail;
    } catch (error) {
      // 202: the mail is accepted and goes out later, which counts as success (specification §7).
      if (error instanceof HttpFailure && error.status === 202) return undefined;
      throw error;
    }
  },
  confirm: async (typed) => {
    await post('/email-signup', typed);
  },
  addressNotice: (error) => <SignUpNotice message={addressMessage(error)} />,
  codeNotice: (error) => <SignUpNotice message={codeMessage(error)} />,
  wrongCodeStatus: 422,
  passwordHelp: () => <p className={styles.small}>{signUpWords.passwordHelp}</p>,
};

/** `/signup`: two steps or an identity provider, then /welcome. */
export default function SignUpPage() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const hasAccount = query.get('error') === 'login-required';
  const { title, lead, opening } = signUpWords;
  return (
    <EntryPage title={title} lead={lead} opening={opening}>
      <WithProviders does="sign-up" hasErrorInUrl={query.has('error')}>
        <TwoSteps
          flow={flow}
          done={() => void navigate('/welcome')}
          notice={
            hasAccount ? <SignUpNotice message={{ sentence: signUpWords.exists, exists: true }} /> : undefined
          }
        />
      </WithProviders>
      <p className={styles.after}>
        {signUpWords.known} <PageLink to="/login">{signUpWords.signIn}</PageLink>
      </p>
      <p className={styles.small}>
        {signUpWords.adults} <PageLink to="/terms">{signUpWords.terms}</PageLink> {signUpWords.and}{' '}
        <PageLink to="/privacy">{signUpWords.privacy}</PageLink>.
      </p>
    </EntryPage>
  );
}

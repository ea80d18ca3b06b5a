import { FailureMessage } from '../../components/failure-message.js';
import { PageLink } from '../../components/page-link.js';
import type { LoginMessage } from './login-message.js';
import { loginWords } from './login-words.en.js';

/** The sentences of specification §8, each with advice or a link below. */
export function LoginNotice({ message }: { message: LoginMessage }) {
  switch (message.kind) {
    case 'authentication-failed':
      return (
        <FailureMessage
          advice={
            <>
              {message.advice === undefined ? null : <p>{message.advice}</p>}
              <PageLink to="/reset-password">{loginWords.resetPassword}</PageLink>
            </>
          }
        >
          {loginWords.authenticationFailed}
        </FailureMessage>
      );
    case 'new-user':
      return (
        <FailureMessage advice={loginWords.newUserAdvice}>
          {loginWords.newUser} <PageLink to="/signup">{loginWords.createAccount}</PageLink>
        </FailureMessage>
      );
    case 'check-email':
      return <FailureMessage advice={loginWords.checkEmailAdvice}>{loginWords.checkEmail}</FailureMessage>;
    case 'other':
      return <FailureMessage advice={message.advice}>{message.sentence}</FailureMessage>;
  }
}

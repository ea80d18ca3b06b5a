import { Notice } from '../../components/notice.js';
import { PageLink } from '../../components/page-link.js';
import type { LoginMessage } from './login-message.js';
import { loginWords } from './login-words.en.js';

/** The sentences of specification §8, each with advice or a link below. */
export function LoginNotice({ message }: { message: LoginMessage }) {
  switch (message.kind) {
    case 'authentication-failed':
      return (
        <Notice
          advice={
            <>
              {message.advice === undefined ? null : <p>{message.advice}</p>}
              <PageLink to="/reset-password">{loginWords.resetPassword}</PageLink>
            </>
          }
        >
          {loginWords.authenticationFailed}
        </Notice>
      );
    case 'new-user':
      return (
        <Notice advice={loginWords.newUserAdvice}>
          {loginWords.newUser} <PageLink to="/signup">{loginWords.createAccount}</PageLink>
        </Notice>
      );
    case 'check-email':
      return <Notice advice={loginWords.checkEmailAdvice}>{loginWords.checkEmail}</Notice>;
    case 'other':
      return <Notice advice={message.advice}>{message.sentence}</Notice>;
  }
}

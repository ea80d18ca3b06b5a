import { Link } from 'react-router';
import { Notice } from '../../components/notice.js';
import type { LoginMessage } from './login-message.js';

/** The exact sentences of specification §8, each with the way out under it. */
export function LoginNotice({ message }: { message: LoginMessage }) {
  switch (message.kind) {
    case 'authentication-failed':
      return (
        <Notice advice={<Link to="/reset-password">Reset your password</Link>}>Authentication failed</Notice>
      );
    case 'new-user':
      return (
        <Notice advice="A balance from the previous version moves over by itself, by your e-mail address.">
          New user. Please <Link to="/signup">create an account</Link>
        </Notice>
      );
    case 'check-email':
      return <Notice advice="It should look like name@example.com.">Check your email address</Notice>;
    case 'other':
      return <Notice advice={message.advice}>{message.sentence}</Notice>;
  }
}

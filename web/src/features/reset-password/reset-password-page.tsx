import { useState } from 'react';
import { EntryPage } from '../../components/entry/entry-page.js';
import styles from '../../components/entry/entry.module.css';
import { takeFocus } from '../../components/entry/take-focus.js';
import { StatusMessage } from '../../components/status-message.js';
import { PageLink } from '../../components/page-link.js';
import type { Flow } from '../../components/two-steps/flow.js';
import { PasswordRules } from '../../components/two-steps/password-rules.js';
import { TwoSteps } from '../../components/two-steps/two-steps.js';
import { post } from '../../lib/http.js';
import { addressMessage, codeMessage } from './reset-message.js';
import { ResetNotice } from './reset-notice.js';
import { resetWords } from './reset-password-words.en.js';

const flow: Flow = {
  name: 'reset',
  words: resetWords,
  askCode: async (email) => (await post('/reset-code', { email })).mail,
  confirm: async (typed) => {
    await post('/reset-confirm', typed);
  },
  addressNotice: (error) => <ResetNotice message={addressMessage(error)} />,
  codeNotice: (error) => <ResetNotice message={codeMessage(error)} />,
  wrongCodeStatus: 400,
  passwordHelp: (password) => <PasswordRules password={password} />,
};

/** `/reset-password`: two steps, then a note with a link to the sign-in page. */
export default function ResetPasswordPage() {
  const [isDone, setDone] = useState(false);
  const { title, lead, opening } = resetWords;
  return (
    <EntryPage title={title} lead={lead} opening={opening}>
      {isDone ? (
        <div className={styles.form} tabIndex={-1} ref={takeFocus}>
          <StatusMessage
            advice={
              <>
                {resetWords.doneAdvice} <PageLink to="/login">{resetWords.signIn}</PageLink>
              </>
            }
          >
            {resetWords.done}
          </StatusMessage>
        </div>
      ) : (
        <>
          <TwoSteps flow={flow} done={() => setDone(true)} />
          <p className={styles.after}>
            {resetWords.remembered} <PageLink to="/login">{resetWords.signIn}</PageLink>
          </p>
        </>
      )}
    </EntryPage>
  );
}

import { Button } from '@mantine/core';
import { formatMoney } from '@sixpence/theme/money-words';
import { useNavigate } from 'react-router';
import { EntryPage } from '../../components/entry/entry-page.js';
import styles from '../../components/entry/entry.module.css';
import { takeFocus } from '../../components/entry/take-focus.js';
import { StatusMessage } from '../../components/status-message.js';
import { PageLink } from '../../components/page-link.js';
import { useFoundBalance } from './use-found-balance.js';
import { welcomeWords } from './welcome-words.en.js';

/** `/welcome`: thanks, and links to the next pages. */
export default function WelcomePage() {
  const navigate = useNavigate();
  const found = useFoundBalance().map(formatMoney).join(` ${welcomeWords.and} `);
  const { title, lead, opening } = welcomeWords;
  return (
    <EntryPage title={title} lead={lead} opening={opening}>
      <div className={styles.form} tabIndex={-1} ref={takeFocus}>
        {found === '' ? null : (
          <StatusMessage advice={welcomeWords.foundAdvice}>{welcomeWords.found(found)}</StatusMessage>
        )}
        <Button size="md" fullWidth onClick={() => void navigate('/dashboard')}>
          {welcomeWords.goToDashboard}
        </Button>
        <nav className={styles.list} aria-label={welcomeWords.waysOn}>
          <PageLink to="/dashboard">{welcomeWords.dashboard}</PageLink>
          <PageLink to="/credits">{welcomeWords.credits}</PageLink>
          <PageLink to="/help">{welcomeWords.help}</PageLink>
        </nav>
      </div>
    </EntryPage>
  );
}

import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { EntryPage } from '../../components/entry/entry-page.js';
import styles from '../../components/entry/entry.module.css';
import { PageLink } from '../../components/page-link.js';
import { welcomeWords } from './welcome-words.js';

/** `/welcome`: thanks, and the ways on. */
export function WelcomePage() {
  const navigate = useNavigate();
  const { title, lead, opening } = welcomeWords;
  return (
    <EntryPage title={title} lead={lead} opening={opening}>
      <div className={styles.form}>
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

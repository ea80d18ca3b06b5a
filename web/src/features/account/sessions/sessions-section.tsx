import { Button } from '@mantine/core';
import type { AccountDetails } from '@sixpence/contracts/http/account-page';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { post } from '../../../lib/http.js';
import styles from '../account-page.module.css';
import { AccountSection } from '../account-section.js';
import { useAct } from '../use-act.js';
import { whenInWords } from '../../../lib/when-in-words.js';
import { sessionsWords } from '../account-words.en.js';

/** The user's sessions. Each can be ended alone, or all together. */
export function SessionsSection({ sessions }: { sessions: AccountDetails['sessions'] }) {
  const { busy, outcome, act } = useAct();
  const navigate = useNavigate();
  const section = useRef<HTMLElement>(null);

  async function end(id: string) {
    const ended = await act({
      name: id,
      done: sessionsWords.ended,
      action: () => post('/session-end', { id }),
    });
    if (ended) section.current?.focus();
  }

  async function endAll() {
    await act({
      name: 'all',
      action: async () => {
        await post('/session-end', { all: true });
        await navigate('/login');
      },
    });
  }

  return (
    <AccountSection ref={section} title={sessionsWords.title} lead={sessionsWords.lead}>
      <ul className={styles.list}>
        {sessions.map(({ id, device, firstSeenAt, lastSeenAt, isThis }) => {
          const name = device ?? sessionsWords.unknownDevice;
          const lastSeen = whenInWords(lastSeenAt);
          return (
            <li key={id} className={styles.row}>
              <div className={styles.words}>
                <span className={styles.name}>{name}</span>
                <span className={styles.detail}>
                  {isThis ? sessionsWords.thisOne : sessionsWords.lastSeen(lastSeen)}
                  {' · '}
                  {sessionsWords.since(whenInWords(firstSeenAt))}
                </span>
              </div>
              {isThis ? null : (
                <Button
                  variant="default"
                  aria-label={sessionsWords.endOf(name, lastSeen)}
                  loading={busy === id}
                  disabled={busy !== undefined}
                  onClick={() => void end(id)}
                >
                  {sessionsWords.end}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {outcome}
      <div>
        <Button
          variant="default"
          loading={busy === 'all'}
          disabled={busy !== undefined}
          onClick={() => void endAll()}
        >
          {sessionsWords.endAll}
        </Button>
      </div>
    </AccountSection>
  );
}

import { Button, TextInput } from '@mantine/core';
import type { FoundSite } from '@sixpence/contracts/http/own-printers';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FailureMessage } from '../../../components/failure-message.js';
import { get, HttpFailure, post } from '../../../lib/http.js';
import { requireSession, useSessionCheck, useSessionGuard } from '../../../lib/session-guard.js';
import styles from './printers-card.module.css';
import { foundWords, placeWords } from '../dashboard-words.en.js';
import { ownPrintersKey } from './use-own-printers.js';

/**
 * A search for sites by name. A button adds or removes a site, so that its printers show before the user has
 * printed there.
 */
export function SiteChooser({ disabled }: { disabled: boolean }) {
  const checkSession = useSessionCheck();
  const [isOpen, setOpen] = useState(false);
  const id = useId();

  function toggle() {
    void checkSession();
    setOpen((before) => !before);
  }

  return (
    <div className={styles.chooser}>
      <Button
        className={styles.opener}
        variant="subtle"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={id}
        disabled={disabled}
        onClick={toggle}
      >
        {isOpen ? placeWords.close : placeWords.open}
      </Button>
      <div id={id}>{isOpen ? <SiteSearch disabled={disabled} /> : null}</div>
    </div>
  );
}

function SiteSearch({ disabled }: { disabled: boolean }) {
  const client = useQueryClient();
  const guard = useSessionGuard();
  const [letters, setLetters] = useState('');
  const [failure, setFailure] = useState<string>();
  const name = letters.trim();
  const { data } = useQuery({
    queryKey: ['sites', name],
    queryFn: async ({ signal }) => {
      // Each typed letter is an action of the user, and an action checks the session.
      await requireSession();
      return get('/find-sites', { name }, signal);
    },
    placeholderData: keepPreviousData,
    retry: false,
  });

  async function choose(site: FoundSite) {
    setFailure(undefined);
    try {
      await guard(async () => void (await post('/choose-site', { siteId: site.id, chosen: !site.chosen })));
    } catch (error) {
      const isFull = error instanceof HttpFailure && error.code === 'site.full';
      setFailure(isFull ? placeWords.full : placeWords.failed);
    }
    await Promise.all([['sites'], ownPrintersKey].map((queryKey) => client.invalidateQueries({ queryKey })));
  }

  return (
    <>
      <TextInput
        label={placeWords.label}
        value={letters}
        maxLength={100}
        autoComplete="off"
        disabled={disabled}
        onChange={({ currentTarget }) => setLetters(currentTarget.value)}
      />
      {failure === undefined ? null : <FailureMessage>{failure}</FailureMessage>}
      <p className={styles.found} role="status">
        {data ? foundWords(data.sites.length, name) : ''}
      </p>
      <ul className={styles.places}>
        {data?.sites.map((site) => (
          <li key={site.id} className={styles.place}>
            <span>
              {site.name}
              <span className={styles.detail}>{site.organisation}</span>
            </span>
            <Button
              variant="default"
              size="sm"
              disabled={disabled}
              aria-label={site.chosen ? placeWords.remove(site.name) : placeWords.add(site.name)}
              onClick={() => void choose(site)}
            >
              {site.chosen ? placeWords.removeShort : placeWords.addShort}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

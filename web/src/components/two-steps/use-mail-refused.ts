import { useEffect, useState } from 'react';
import { get } from '../../lib/http.js';

/**
 * The times of the checks, in milliseconds after the mail was sent. A mail server usually refuses at once.
 */
const checksAfterMs = [2_000, 5_000, 10_000, 30_000];

/**
 * Whether the mail with the code was refused, so that the user need not wait for it. A failed check counts as
 * no.
 */
export function useMailRefused(mail: string | undefined): boolean {
  const [refusedMail, setRefusedMail] = useState<string>();
  useEffect(() => {
    if (mail === undefined) return undefined;
    let isOver = false;
    const checkMail = async () => {
      if (isOver) return;
      try {
        const { state } = await get('/code-mail', { mail });
        if (state === 'refused') setRefusedMail(mail);
        isOver ||= state !== 'waiting';
      } catch (error) {
        console.warn('The state of the mail could not be fetched', error);
      }
    };
    const timers = checksAfterMs.map((afterMs) => setTimeout(() => void checkMail(), afterMs));
    return () => {
      isOver = true;
      timers.forEach(clearTimeout);
    };
  }, [mail]);
  return mail !== undefined && refusedMail === mail;
}

import { useEffect, useState } from 'react';
import { get } from '../../lib/http.js';

/** When the mail is asked about, in milliseconds after it was sent; servers refuse at once if at all. */
const looksMs = [2_000, 5_000, 10_000, 30_000];

/** Whether the mail with the code was refused, so that nobody waits for it. Not knowing counts as a no. */
export function useMailRefused(mail: string | undefined): boolean {
  const [refusedMail, setRefusedMail] = useState<string>();
  useEffect(() => {
    if (mail === undefined) return undefined;
    let isOver = false;
    const look = async () => {
      if (isOver) return;
      try {
        const { state } = await get('/code-mail', { mail });
        if (state === 'refused') setRefusedMail(mail);
        isOver ||= state !== 'waiting';
      } catch (error) {
        console.warn('What became of the mail could not be asked', error);
      }
    };
    const timers = looksMs.map((afterMs) => setTimeout(() => void look(), afterMs));
    return () => {
      isOver = true;
      timers.forEach(clearTimeout);
    };
  }, [mail]);
  return mail !== undefined && refusedMail === mail;
}

import { useEffect, useState } from 'react';

/** The shortest time between two checks. */
const askEveryMs = 600_000;
const mainScript = /<script type="module"[^>]* src="([^"]+)"/;

/** Whether the server has a newer site than this tab. Checked when the user comes back to the tab. */
export function useNewVersion(): boolean {
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    let askedAt = Date.now();
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAt < askEveryMs) return;
      askedAt = Date.now();
      siteIsOld().then(setOld, (error: unknown) => console.info('The check for a new version failed', error));
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isOld;
}

async function siteIsOld(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const answer = await fetch('/dashboard', { headers: { accept: 'text/html' } });
  const [, served] = mainScript.exec(await answer.text()) ?? [];
  return answer.ok && served !== undefined && served !== own;
}

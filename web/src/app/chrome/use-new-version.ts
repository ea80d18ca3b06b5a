import { useEffect, useState } from 'react';

const minIntervalMs = 600_000;
const mainScript = /<script type="module"[^>]* src="([^"]+)"/;

/**
 * Whether the server has a newer site than this tab. Checked when the user comes back to the tab, at most
 * once in ten minutes.
 */
export function useNewVersion(): boolean {
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    let askedAt = Date.now();
    const checkOnReturn = () => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAt < minIntervalMs) return;
      askedAt = Date.now();
      siteIsOld().then(setOld, (error: unknown) => console.info('The check for a new version failed', error));
    };
    document.addEventListener('visibilitychange', checkOnReturn);
    return () => document.removeEventListener('visibilitychange', checkOnReturn);
  }, []);
  return isOld;
}

async function siteIsOld(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const answer = await fetch('/dashboard', { headers: { accept: 'text/html' } });
  const [, served] = mainScript.exec(await answer.text()) ?? [];
  return answer.ok && served !== undefined && served !== own;
}

import { recall, remember } from './remembered.js';

const keyOf = (name: string) => `sixpence.reloaded-for.${name}`;

/** What of the browser is used; tests bring their own. */
interface Tab {
  online: () => boolean;
  reload: () => void;
}

const thisTab: Tab = { online: () => navigator.onLine, reload: () => window.location.reload() };

/**
 * Fetches the code of a part of the site. A file that is gone was replaced by a deployment: the tab is reloaded, once
 * for each `name`, which brings the addresses of the new files. The promise stays open meanwhile.
 * @throws whatever `load` throws when a reload was tried already, could not be remembered, or would find no network
 */
export async function fetchCode<Code>(
  name: string,
  load: () => Promise<Code>,
  tab: Tab = thisTab,
): Promise<Code> {
  try {
    const code = await load();
    remember('sessionStorage', keyOf(name), 'no');
    return code;
  } catch (error) {
    if (!tab.online() || recall('sessionStorage', keyOf(name)) === 'yes') throw error;
    remember('sessionStorage', keyOf(name), 'yes');
    // A tab that keeps no notes would reload for ever.
    if (recall('sessionStorage', keyOf(name)) !== 'yes') throw error;
    console.warn('A part of the site is gone; reloading', error);
    tab.reload();
    return new Promise<never>(() => undefined);
  }
}

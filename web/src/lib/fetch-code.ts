import { recall, remember } from './remembered.js';

const keyOf = (name: string) => `sixpence.reloaded-for.${name}`;

/** The parts of the browser that `fetchCode` uses; tests pass their own. */
interface Tab {
  online: () => boolean;
  reload: () => void;
}

const thisTab: Tab = { online: () => navigator.onLine, reload: () => window.location.reload() };

/**
 * Fetches the script of a part of the site. A failed load usually means that a deployment replaced the file:
 * the tab reloads once for each `name`, and so gets the addresses of the new files. The promise stays pending
 * during the reload.
 * @throws the error of `load` when the tab has reloaded already, cannot remember the reload, or is offline
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
    // Without session storage the tab would reload forever.
    if (recall('sessionStorage', keyOf(name)) !== 'yes') throw error;
    console.warn('A file of the site is missing; the tab reloads', error);
    tab.reload();
    return new Promise<never>(() => undefined);
  }
}

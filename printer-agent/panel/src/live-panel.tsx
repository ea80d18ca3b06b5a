import { Loader } from '@mantine/core';
import { linkWords } from './link/link-words.en.js';
import { Lost } from './link/lost.js';
import { usePanelLink } from './link/use-panel-link.js';
import { Screen } from './screen.js';
import styles from './frame/frame.module.css';

/** The panel of one printer. The agent owns the state; this page draws it and sends the user's actions. */
export function LivePanel({ slug }: { slug: string }) {
  const { view, connected, send } = usePanelLink(slug);
  return (
    <>
      {view ? (
        <Screen view={view} send={send} />
      ) : (
        <div className={styles.starting} role="status">
          <Loader color="press" size="xl" aria-hidden />
          {linkWords.starting}
        </div>
      )}
      {connected ? null : <Lost printing={view?.screen === 'printing'} />}
    </>
  );
}

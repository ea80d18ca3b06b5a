import { type ChatPath, helpBeside } from '@sixpence/content/help-beside';
import { useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import { HelpSearch } from '../../components/help-search/help-search.js';
import { PageLink } from '../../components/page-link.js';
import { Waiting } from '../../components/waiting.js';
import { helpPanelWords as words } from './help-words.en.js';
import styles from './help-panel.module.css';
import { useChat } from './use-chat.js';

/**
 * The content of the help corner: the provider's chat if there is one, otherwise a search and common
 * questions.
 */
export function HelpPanel({ isOpen }: { isOpen: boolean }) {
  const chat = useChat();
  if (chat === 'asking') return <Waiting what={words.opening} minHeight={320} />;
  return chat === 'provided' ? <ProvidedChat /> : <OwnHelp isOpen={isOpen} />;
}

/** A document of this site that contains the provider's page, so the provider's page cannot read this one. */
function ProvidedChat() {
  return (
    <iframe
      src="/chat-frame"
      title={words.chat}
      className={styles.chat}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
    />
  );
}

function OwnHelp({ isOpen }: { isOpen: boolean }) {
  const { pathname } = useLocation();
  const often = useId();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) panel.current?.querySelector('input')?.focus();
  }, [isOpen]);
  return (
    <div ref={panel} className={styles.panel}>
      <h2 className={styles.title}>{words.title}</h2>
      <HelpSearch label={words.search} />
      <h3 id={often} className={styles.often}>
        {words.often}
      </h3>
      <ul aria-labelledby={often} className={styles.articles}>
        {helpBeside[pathname as ChatPath].map((path) => (
          <li key={path}>
            <PageLink to={path} className={styles.article} />
          </li>
        ))}
      </ul>
    </div>
  );
}

import { type PageArea, pageAt } from '@sixpence/contracts/pages';
import { CircleQuestionMarkIcon, XIcon } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { lazyBeside } from '../../lib/lazy-part.js';
import { BesidePage } from '../beside-page.js';
import { chromeWords } from './chrome-words.en.js';
import styles from './help-corner.module.css';

const HelpPanel = lazyBeside(
  'help',
  async () => (await import('../../features/help/help-panel.js')).HelpPanel,
);

/** The chat widget of specification §2, on the pages whose table entry has `chat`. */
export function HelpCorner({ area }: { area: PageArea }) {
  const { pathname } = useLocation();
  return pageAt(pathname)?.chat ? <Corner area={area} /> : null;
}

/**
 * A button in the corner that opens the help. The page stays usable. A closed panel keeps the user's
 * question.
 */
function Corner({ area }: { area: PageArea }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** The script of the help panel loads when a user first opens it, because few users do. */
  const [wasOpened, setWasOpened] = useState(false);
  const panel = useId();

  function toggle() {
    setWasOpened(true);
    setOpen(!isOpen);
  }

  function close(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return;
    // The default action of Escape would empty the focused search field.
    event.preventDefault();
    setOpen(false);
    button.current?.focus();
  }

  return (
    <aside className={styles.corner} aria-label={chromeWords.helpCorner} onKeyDown={close}>
      <div id={panel} className={styles.panel} hidden={!isOpen}>
        {wasOpened ? (
          <BesidePage area={area} opening={chromeWords.openingHelp} minHeight={320}>
            <HelpPanel isOpen={isOpen} />
          </BesidePage>
        ) : null}
      </div>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={toggle}
      >
        {isOpen ? <XIcon size={20} aria-hidden /> : <CircleQuestionMarkIcon size={20} aria-hidden />}
        {isOpen ? chromeWords.closeHelp : chromeWords.openHelp}
      </button>
    </aside>
  );
}

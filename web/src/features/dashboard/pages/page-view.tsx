import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import { ActionIcon, Modal } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react';
import { canToggle, type Selection } from './page-selection.js';
import type { ShownPage } from './shown-pages.js';
import styles from './page-view.module.css';
import { pagesWords } from '../dashboard-words.en.js';

interface PageViewProps {
  fileName: string;
  pages: readonly ShownPage[];
  selection: Selection;
  /** Counted from 1 among the shown pages. */
  position: number;
  locked: boolean;
  onTurn: (position: number) => void;
  onToggle: (position: number) => void;
  onClose: () => void;
}

/** One page as large as the screen allows. Arrow keys turn pages; Escape closes. */
export function PageView(props: PageViewProps) {
  const { fileName, pages, selection, position, locked, onTurn, onToggle, onClose } = props;
  const count = pages.length;
  const page = pages[position - 1];
  const address = page?.preview;
  const number = page?.number ?? position;
  const kept = selection[position - 1] ?? true;

  function turnPage(by: number) {
    const next = position + by;
    if (!locked && next >= 1 && next <= count) onTurn(next);
  }

  useWindowEvent('keydown', ({ key }) => {
    if (key === 'ArrowLeft') turnPage(-1);
    if (key === 'ArrowRight') turnPage(1);
  });

  return (
    <Modal
      opened
      onClose={onClose}
      title={fileName}
      size="auto"
      centered
      xOffset="2vw"
      yOffset="2dvh"
      radius="md"
      padding="md"
      closeButtonProps={{ 'aria-label': pagesWords.close, size: 44 }}
      attributes={{ header: { role: 'presentation' } }}
      classNames={{ title: styles.title ?? '', header: styles.header ?? '', content: styles.content ?? '' }}
    >
      <div className={styles.stage}>
        <img
          key={address}
          className={styles.sheet}
          // The tile is loaded already and shows until the large image has loaded.
          style={{ backgroundImage: `url(${address}?size=tile)` }}
          src={`${address}?size=page`}
          alt={pagesWords.picture(number, fileName)}
          data-kept={kept}
        />
      </div>
      <div className={styles.bar}>
        {count > 1 ? (
          <Turn to="previous" disabled={locked || position === 1} onClick={() => turnPage(-1)} />
        ) : null}
        <span className={styles.count} aria-live="polite">
          {pagesWords.place(number, pages.at(-1)?.number ?? count)}
        </span>
        {count > 1 ? (
          <Turn to="next" disabled={locked || position === count} onClick={() => turnPage(1)} />
        ) : null}
        <label
          className={styles.keep}
          title={canToggle(selection, position) ? undefined : pagesWords.oneStays}
        >
          <input
            type="checkbox"
            checked={kept}
            disabled={locked || !canToggle(selection, position)}
            onChange={() => onToggle(position)}
          />
          {page?.isPrinted ? pagesWords.printAgain : pagesWords.print}
        </label>
      </div>
    </Modal>
  );
}

function Turn(props: { to: 'previous' | 'next'; disabled: boolean; onClick: () => void }) {
  const Icon = props.to === 'next' ? ChevronRightIcon : ChevronLeftIcon;
  return (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={pagesWords[props.to]}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon size={22} />
    </ActionIcon>
  );
}

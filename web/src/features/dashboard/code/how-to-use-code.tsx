import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { recall, remember } from '../../../lib/remembered.js';
import styles from './how-to-use-code.module.css';
import { howToUseCodeWords } from '../dashboard-words.en.js';

const seenKey = 'sixpence.code-explained';

/** The explanation of the code. It opens with the first code in this browser and never again. */
export function HowToUseCode({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(() => recall('localStorage', seenKey) === null);

  useEffect(() => remember('localStorage', seenKey, 'yes'), []);

  function close() {
    setOpen(false);
    onClosed();
  }

  return (
    <Modal
      opened={open}
      onClose={close}
      title={howToUseCodeWords.title}
      centered
      radius="md"
      closeButtonProps={{ 'aria-label': howToUseCodeWords.close }}
      attributes={{ header: { role: 'presentation' } }}
      classNames={{ title: styles.title ?? '', header: styles.header ?? '', content: styles.content ?? '' }}
    >
      <ol className={styles.steps}>
        <li>
          <span>
            {howToUseCodeWords.press} <b className={styles.pink}>{howToUseCodeWords.pinkButton}</b>{' '}
            {howToUseCodeWords.onScreen}
          </span>
        </li>
        <li>
          <span>
            {howToUseCodeWords.enter} <b>{howToUseCodeWords.login}</b>.
          </span>
        </li>
        <li>
          <span>{howToUseCodeWords.select}</span>
        </li>
      </ol>
      <Button fullWidth size="md" onClick={close} data-autofocus>
        {howToUseCodeWords.gotIt}
      </Button>
    </Modal>
  );
}

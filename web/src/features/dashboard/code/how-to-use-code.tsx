import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { recall, remember } from '../../../lib/remembered.js';
import styles from './how-to-use-code.module.css';

const seenKey = 'sixpence.code-explained';

/** How to use the code: comes up with the first code in this browser, and not again once it has been closed. */
export function HowToUseCode({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(() => recall('localStorage', seenKey) === null);

  function close() {
    remember('localStorage', seenKey, 'yes');
    setOpen(false);
    onClosed();
  }

  return (
    <Modal
      opened={open}
      onClose={close}
      title="How to use your code"
      centered
      radius="md"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: styles.title ?? '', header: styles.header ?? '', content: styles.content ?? '' }}
    >
      <ol className={styles.steps}>
        <li>
          <span>
            Press the <b className={styles.pink}>pink button</b> on the printer screen.
          </span>
        </li>
        <li>
          <span>
            Enter the code and press <b>LOGIN</b>.
          </span>
        </li>
        <li>
          <span>Select the files to print.</span>
        </li>
      </ol>
      <Button fullWidth size="md" onClick={close} data-autofocus>
        Got it
      </Button>
    </Modal>
  );
}

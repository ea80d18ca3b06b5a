import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, Loader } from '@mantine/core';
import { XIcon } from 'lucide-react';
import type { Upload } from '../upload/upload-steps.js';
import { BusyLine } from './busy-line.js';
import { PreparingLine } from './preparing-line.js';
import styles from './document-row.module.css';
import { usePreparation } from './use-preparation.js';
import { documentWords } from '../dashboard-words.en.js';

/** The row of an upload until its document is in the list. It can be cancelled until its bytes are sent. */
export function UploadRow({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { fileName, step, share } = upload;
  usePreparation(step === 'sent' ? upload.orderId : undefined);
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <Loader className={styles.loader} size={28} color="var(--coin)" aria-hidden />
        <div className={styles.words}>
          <span className={styles.name} title={fileName}>
            {fileName}
          </span>
          {step === 'waiting' ? <span className={styles.detail}>{documentWords.waiting}</span> : null}
          {step === 'sending' ? <BusyLine words={documentWords.sending} share={share} /> : null}
          {step === 'sent' ? <PreparingLine /> : null}
        </div>
        {step === 'sent' ? null : (
          <div className={styles.actions}>
            <ActionIcon
              variant="default"
              size={44}
              aria-label={documentWords.cancelUpload(fileName)}
              onClick={onCancel}
            >
              <XIcon size={20} />
            </ActionIcon>
          </div>
        )}
      </div>
    </li>
  );
}

import { UploadIcon } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { acceptedInWords, acceptedTypes } from './file-type.js';
import styles from './upload-area.module.css';
import { uploadWords } from './upload-words.js';

/** Where files are dropped or picked, several at a time. Disabled while bytes are being sent. */
export function UploadArea({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) {
  const [over, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles([...event.dataTransfer.files]);
  }

  return (
    <label
      className={styles.area}
      data-over={(over && !disabled) || undefined}
      data-disabled={disabled || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        className={styles.input}
        type="file"
        multiple
        accept={acceptedTypes}
        disabled={disabled}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // The same file can be picked again after it was deleted.
          event.currentTarget.value = '';
        }}
      />
      <UploadIcon size={24} className={styles.icon} aria-hidden />
      <span className={styles.words}>{uploadWords.drop}</span>
      <span className={styles.hint} aria-hidden>
        {uploadWords.hint(acceptedInWords)}
      </span>
    </label>
  );
}

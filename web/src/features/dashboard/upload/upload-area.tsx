import { CameraIcon, UploadIcon } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useState } from 'react';
import { acceptedInWords, acceptedTypes } from './file-type.js';
import { SharedFiles } from './shared-files.js';
import styles from './upload-area.module.css';
import { uploadWords } from '../dashboard-words.en.js';
import { usePastedFiles } from './use-pasted-files.js';

/**
 * The area to drop, pick, or photograph files, several at a time; pasted and shared files arrive here too.
 * Disabled while files are being sent.
 */
export function UploadArea({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) {
  const [over, setOver] = useState(false);

  function addFiles(files: File[]) {
    if (!disabled && files.length > 0) onFiles(files);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    addFiles([...event.dataTransfer.files]);
  }

  function pick({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    addFiles([...(currentTarget.files ?? [])]);
    // Without this, the same file could not be picked again after its deletion.
    currentTarget.value = '';
  }

  usePastedFiles(addFiles);

  return (
    <div className={styles.ways}>
      <SharedFiles disabled={disabled} onFiles={onFiles} />
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
          onChange={pick}
        />
        <UploadIcon size={24} className={styles.icon} aria-hidden />
        <span className={styles.words}>{uploadWords.drop}</span>
        <span className={styles.hint} aria-hidden>
          <span className={styles.byMouse}>{uploadWords.byMouse}</span>
          <span className={styles.byTouch}>{uploadWords.byTouch}</span> {uploadWords.hint(acceptedInWords)}
        </span>
      </label>
      {/* Shown on phones and tablets only, which have a camera. */}
      <label className={styles.camera} data-disabled={disabled || undefined}>
        <input
          className={styles.input}
          type="file"
          accept="image/*"
          capture="environment"
          disabled={disabled}
          onChange={pick}
        />
        <CameraIcon size={20} aria-hidden />
        {uploadWords.camera}
      </label>
    </div>
  );
}

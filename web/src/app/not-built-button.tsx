import { useId, useRef } from 'react';
import styles from './chrome.module.css';
import { notBuiltWords } from './chrome-words.js';

/** A place in a header whose popup or file is not there yet: it opens a popup that says so. */
export function NotBuiltButton(props: {
  label: string;
  title: string;
  sentence: string;
  className?: string;
}) {
  const { label, title, sentence, className = styles.navItem } = props;
  const popup = useRef<HTMLDialogElement>(null);
  const heading = useId();
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        onClick={() => popup.current?.showModal()}
      >
        {label}
      </button>
      <dialog ref={popup} className={styles.popup} aria-labelledby={heading}>
        <h2 id={heading} className={styles.popupTitle}>
          {title}
        </h2>
        <p>{sentence}</p>
        <form method="dialog">
          <button type="submit" className={styles.enter}>
            {notBuiltWords.close}
          </button>
        </form>
      </dialog>
    </>
  );
}

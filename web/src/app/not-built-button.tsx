import { useRef } from 'react';
import { Popup } from '../components/popup.js';
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
      <Popup popup={popup} title={title}>
        <p>{sentence}</p>
        <form method="dialog">
          <button type="submit" className={styles.enter}>
            {notBuiltWords.close}
          </button>
        </form>
      </Popup>
    </>
  );
}

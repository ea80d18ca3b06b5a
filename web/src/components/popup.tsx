import { type ReactNode, type RefObject, useId } from 'react';
import styles from './popup.module.css';

/** A modal dialog. The owner of the ref `popup` opens and closes it. */
export function Popup(props: {
  popup: RefObject<HTMLDialogElement | null>;
  title: string;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <dialog ref={props.popup} className={styles.popup} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        {props.title}
      </h2>
      {props.children}
    </dialog>
  );
}

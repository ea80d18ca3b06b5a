import type { PageArea } from '@sixpence/contracts/pages';
import { useCallback, useRef, useState } from 'react';
import { Popup } from '../../components/popup.js';
import { lazyBeside } from '../../lib/lazy-part.js';
import { BesidePage } from '../beside-page.js';
import styles from './chrome.module.css';
import { chromeWords } from './chrome-words.en.js';

/**
 * The script of each form loads when the form opens, because few users write to us. `title` is a function,
 * because this file runs before the words of another language are loaded.
 */
const popups = {
  contact: {
    title: () => chromeWords.contactUs,
    Form: lazyBeside(
      'enquiries',
      async () => (await import('../../features/enquiries/contact-form.js')).ContactForm,
    ),
  },
  brochure: {
    title: () => chromeWords.requestBrochure,
    Form: lazyBeside(
      'enquiries',
      async () => (await import('../../features/enquiries/brochure-form.js')).BrochureForm,
    ),
  },
};

/** A button in a header that opens one of the two forms. A closed form keeps its input until it is sent. */
export function EnquiryButton(props: {
  opens: keyof typeof popups;
  label: string;
  /** The area of the page with this button. */
  area: PageArea;
  /** The address of a signed-in user, which the form begins with. */
  email?: string;
  className?: string;
}) {
  const { opens, label, area, email, className = styles.navItem } = props;
  const { title, Form } = popups[opens];
  const popup = useRef<HTMLDialogElement>(null);
  const isDone = useRef(false);
  /** 0 until the user opens the first form. After a form was sent, the next opening shows the next form. */
  const [formNumber, setFormNumber] = useState(0);
  const close = useCallback(() => popup.current?.close(), []);
  const done = useCallback(() => {
    isDone.current = true;
  }, []);

  function open() {
    if (formNumber === 0 || isDone.current) setFormNumber(formNumber + 1);
    isDone.current = false;
    popup.current?.showModal();
  }

  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={open}>
        {label}
      </button>
      <Popup popup={popup} title={title()}>
        {formNumber > 0 ? (
          <BesidePage area={area} opening={chromeWords.openingForm} minHeight={440} close={close}>
            <Form key={formNumber} close={close} done={done} email={email} />
          </BesidePage>
        ) : null}
      </Popup>
    </>
  );
}

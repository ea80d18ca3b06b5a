import { LanguageSwitch } from '@sixpence/theme/language-switch';
import { Mark } from '@sixpence/theme/mark';
import { type MouseEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { PageLink } from '../components/page-link.js';
import type { PageArea } from '@sixpence/contracts/pages';
import { chromeWords } from './chrome/chrome-words.en.js';
import styles from './chrome/chrome.module.css';
import { HelpCorner } from './chrome/help-corner.js';
import { forgetPress } from './pressed-again.js';

/** The frame of every page: the logo and navigation at the top, legal links at the bottom. */
export function PageFrame(props: {
  /** The area of the page inside. */
  area: PageArea;
  home: { to: '/' | '/dashboard'; label: string };
  nav: ReactNode;
  /** The action at the end of the header, apart from the navigation. */
  enter?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}) {
  const { area, home, nav, enter, children, footer } = props;
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const shownPath = useRef(navigationType === NavigationType.Pop ? pathname : undefined);
  // After a sign-in, the element with the focus is gone. Pages without a session place the focus themselves.
  useEffect(() => {
    const isNew = shownPath.current !== pathname;
    shownPath.current = pathname;
    const isLost = document.activeElement === document.body;
    if (area === 'guarded' && isNew && navigationType !== NavigationType.Pop && isLost)
      focusOnce(main.current);
  }, [area, navigationType, pathname]);

  /** The script moves the focus itself, because the anchor would change the address. */
  function skip(event: MouseEvent) {
    event.preventDefault();
    focusOnce(main.current);
    main.current?.scrollIntoView();
  }

  return (
    // React calls this after the clicked part of the page has handled the click.
    <div className={styles.page} onClick={forgetPress}>
      <a href="#content" className={styles.skip} onClick={skip}>
        {chromeWords.skip}
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <PageLink to={home.to} className={styles.home} aria-label={home.label}>
            <Mark words />
          </PageLink>
          <nav className={styles.nav} aria-label={chromeWords.navLabel}>
            {nav}
          </nav>
          {enter}
        </div>
      </header>
      <main ref={main} id="content" className={styles.main}>
        {children}
      </main>
      <footer className={styles.footer}>
        <div className={styles.footerBar}>
          <span className={styles.copyright}>{chromeWords.copyright(useYear())}</span>
          <PageLink to="/privacy" />
          <PageLink to="/terms" />
          <PageLink to="/accessibility" />
          <LanguageSwitch className={styles.logOut} />
          {footer}
        </div>
      </footer>
      <HelpCorner area={area} />
    </div>
  );
}

/** Focuses an element that is not focusable before and after, so that a click on it focuses nothing. */
function focusOnce(element: HTMLElement | null): void {
  if (!element) return;
  element.tabIndex = -1;
  const forget = () => {
    // A window that loses the focus gives it back to the same element.
    if (document.activeElement === element) return;
    element.removeAttribute('tabindex');
    element.removeEventListener('blur', forget);
  };
  element.addEventListener('blur', forget);
  element.focus({ preventScroll: true });
}

/** The current year; undefined at build time, because the page may be shown in another year. */
function useYear(): number | undefined {
  return useSyncExternalStore(
    () => () => undefined,
    () => new Date().getFullYear(),
    () => undefined,
  );
}

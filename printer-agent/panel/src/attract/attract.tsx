import { Button } from '@mantine/core';
import { LanguageSwitch } from '@sixpence/theme/language-switch';
import { Frame } from '../frame/frame.js';
import { TroubleBoard } from '../trouble/trouble-board.js';
import { troubleBefore } from '../trouble/trouble-words.js';
import { useEnter } from '../use-enter.js';
import type { ScreenProps } from '../views.js';
import styles from './attract.module.css';
import { attractWords } from './attract-words.en.js';
import { addressToType } from './address-to-type.js';

/** The attract screen: one big pink button, and the address of the service for users without a code. */
export function Attract({ view, send }: ScreenProps<'attract'>) {
  const { printer, site, signInUrl } = view;
  const { title, begin, without } = attractWords;
  const trouble = troubleBefore(printer);
  const useless = !printer.online || printer.state === 'unreachable';
  useEnter(() => {
    if (!useless) send({ action: 'begin' });
  });
  return (
    <Frame printer={printer} site={site}>
      <div className={styles.attract}>
        <div className={styles.action}>
          {trouble ? (
            <TroubleBoard trouble={trouble} />
          ) : (
            <h1 className={styles.title}>
              {title[0]}
              <br />
              {title[1]}
            </h1>
          )}
          {useless ? null : (
            <Button className={styles.begin} onClick={() => send({ action: 'begin' })}>
              {begin}
            </Button>
          )}
        </div>
        <aside className={styles.side} aria-label={without.label}>
          <h2 className={styles.sideTitle}>{without.title}</h2>
          <ol className={styles.steps}>
            <li>
              {without.open}
              <b className={styles.address}>{addressToType(signInUrl)}</b>
            </li>
            {without.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <LanguageSwitch className={styles.language} />
        </aside>
      </div>
    </Frame>
  );
}

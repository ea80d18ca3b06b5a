import { Button, Loader } from '@mantine/core';
import { CodeDigits } from '@sixpence/theme/code-digits';
import { addressToType } from '../attract/address-to-type.js';
import { Frame } from '../frame/frame.js';
import { refusalWords } from '../refusal-words.js';
import { useSecondsUntil } from '../use-seconds-until.js';
import type { ScreenProps, ViewOf } from '../views.js';
import styles from './pairing.module.css';
import { goodFor, pairingWords } from './pairing-words.en.js';
import { QrCode } from '../qr-code.js';

/** A QR code and its digits. A user who scans or types them on their own screen sees their documents here. */
export function Pairing({ view, send }: ScreenProps<'pairing'>) {
  const { printer, code, refused } = view;
  const { title, steps, back, again } = pairingWords;
  return (
    <Frame printer={printer} home={{ onPress: () => send({ action: 'home' }) }}>
      <div className={styles.pairing}>
        <div className={styles.words}>
          <h1 className={styles.title}>{title}</h1>
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {code ? <DigitsToType code={code} /> : null}
          <Button className={styles.back} variant="default" onClick={() => send({ action: 'begin' })}>
            {back}
          </Button>
        </div>
        <div className={styles.side}>
          {code ? (
            <>
              <QrCode text={code.url} label={pairingWords.qr} />
              <TimeLeft expiresAt={code.expiresAt} />
            </>
          ) : refused ? (
            <div className={styles.refused} role="alert">
              <p className={styles.sentence}>{refusalWords(refused.code).sentence}</p>
              <p>{refusalWords(refused.code).advice}</p>
              <Button className={styles.again} onClick={() => send({ action: 'scan' })}>
                {again}
              </Button>
            </div>
          ) : (
            <div className={styles.asking} role="status">
              <Loader color="press" size="xl" aria-hidden />
              {pairingWords.asking}
            </div>
          )}
        </div>
      </div>
    </Frame>
  );
}

function DigitsToType({ code }: { code: NonNullable<ViewOf<'pairing'>['code']> }) {
  const { or, type, digits } = pairingWords;
  return (
    <div className={styles.typed}>
      <p>
        {or} <b className={styles.address}>{addressToType(code.url.split('#')[0] ?? '')}</b> {type}
      </p>
      <span className={styles.digits}>
        <CodeDigits digits={code.digits} label={digits} />
      </span>
    </div>
  );
}

function TimeLeft({ expiresAt }: { expiresAt: string }) {
  const left = useSecondsUntil(expiresAt);
  return <p className={styles.left}>{goodFor(left)}</p>;
}

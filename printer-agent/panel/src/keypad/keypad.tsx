import { Button } from '@mantine/core';
import { CodeDigits } from '@sixpence/theme/code-digits';
import { DeleteIcon, QrCodeIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Frame } from '../frame/frame.js';
import type { ScreenProps } from '../views.js';
import { codeLength, type Key, keyFor, keys, typed } from './keypad-input.js';
import { KeypadMessage } from './keypad-message.js';
import styles from './keypad.module.css';
import { keyNames, keypadWords } from './keypad-words.en.js';

/** Six boxes, ten digits, LOGIN. The digits are cleared as soon as they are sent. */
export function Keypad({ view, send }: ScreenProps<'keypad'>) {
  const { printer, checking, refused } = view;
  const [digits, setDigits] = useState('');
  const complete = digits.length === codeLength && !checking;

  function press(key: Key) {
    if (!checking) setDigits((before) => typed(before, key));
  }

  function logIn() {
    if (!complete) return;
    send({ action: 'login', code: digits });
    setDigits('');
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = keyFor(event.key);
    if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
    // Enter must not also press a digit button that has the focus.
    event.preventDefault();
    if (key === 'login') logIn();
    else press(key);
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return (
    <Frame printer={printer} home={{ onPress: () => send({ action: 'home' }) }}>
      <div className={styles.keypad}>
        <div className={styles.entry}>
          <h1 className={styles.title}>{keypadWords.title}</h1>
          <span className={styles.digits}>
            <CodeDigits digits={digits} cursor={!checking} label={keypadWords.digits} />
          </span>
          <KeypadMessage
            key={JSON.stringify(refused)}
            checking={checking}
            refused={refused}
            typing={digits !== ''}
          />
          <Button className={styles.login} disabled={!complete} loading={checking} onClick={logIn}>
            {keypadWords.login}
          </Button>
          <Button
            className={styles.scan}
            variant="default"
            leftSection={<QrCodeIcon size="1.75rem" aria-hidden />}
            disabled={checking}
            onClick={() => send({ action: 'scan' })}
          >
            {keypadWords.scan}
          </Button>
        </div>
        <div className={styles.keys} role="group" aria-label={keypadWords.keys}>
          {keys.map((key) => (
            <button
              key={key}
              type="button"
              className={styles.key}
              aria-label={keyNames[key]}
              onClick={() => press(key)}
            >
              {key === 'backspace' ? (
                <DeleteIcon size="2.25rem" aria-hidden />
              ) : key === 'clear' ? (
                keypadWords.clear
              ) : (
                key
              )}
            </button>
          ))}
        </div>
      </div>
    </Frame>
  );
}

import type { Translated } from '@sixpence/theme/language';
import { clockFace } from '@sixpence/theme/clock-face';
import type * as english from './pairing-words.en.js';

export const words = {
  pairingWords: {
    title: 'Mit dem Handy scannen',
    steps: ['Scannen und anmelden', 'Name vergleichen, „Prüfen“ berühren', 'Ihre Liste öffnet sich hier'],
    qr: 'QR-Code für Ihr Handy',
    or: 'Oder öffnen Sie',
    type: 'und geben Sie ein:',
    digits: 'Die Ziffern für Ihr Handy',
    asking: 'Einen Moment',
    again: 'Neuer QR-Code',
    back: 'Stattdessen Code eingeben',
  },
  goodFor: (seconds) => `Gültig noch ${clockFace(seconds)}`,
} satisfies Translated<typeof english>;

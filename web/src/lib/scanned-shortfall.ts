import type { MoneyShape } from '@sixpence/contracts/money';
import { shortfallAnchor, shortfallIn } from '@sixpence/contracts/shortfall';
import { carried } from './carried-text.js';

/** What the QR code of a panel said is missing there, before its person had signed in. */
const scanned = carried('sixpence.scanned-shortfall');

export function keepShortfall(shortfall: MoneyShape): void {
  scanned.keep(shortfallAnchor(shortfall));
}

export function scannedShortfall(): MoneyShape | undefined {
  return shortfallIn(`#${scanned.kept() ?? ''}`);
}

export function forgetShortfall(): void {
  scanned.forget();
}

import type { MoneyShape } from '@sixpence/contracts/money';
import { shortfallAnchor, shortfallIn } from '@sixpence/contracts/shortfall';
import { carried } from './carried-text.js';

/** The missing amount that the QR code of a panel named before sign-in. */
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

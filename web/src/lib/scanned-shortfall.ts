import type { MoneyShape } from '@sixpence/contracts/money';
import { shortfallAnchor, shortfallIn } from '@sixpence/contracts/shortfall';
import { carriedText } from './carried-text.js';

/** The missing amount from a panel's QR code. The tab keeps it while the person signs in. */
const scanned = carriedText('sixpence.scanned-shortfall');

export function keepShortfall(shortfall: MoneyShape): void {
  scanned.keep(shortfallAnchor(shortfall));
}

export function scannedShortfall(): MoneyShape | undefined {
  return shortfallIn(`#${scanned.kept() ?? ''}`);
}

export function forgetShortfall(): void {
  scanned.forget();
}

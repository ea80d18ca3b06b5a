import { carried } from './carried-text.js';

/** The digits of a QR code that a tab was opened with, or that were typed, before its person had signed in. */
const scanned = carried('sixpence.scanned-code');

/** The six digits behind the `#` of a page's address, as the QR codes of panels have them. */
export function digitsIn(hash: string): string | undefined {
  return /^#(\d{6})$/.exec(hash)?.[1];
}

/** Keeps them in this tab for whoever signs in next. */
export function keepScannedCode(digits: string): void {
  scanned.keep(digits);
}

export function scannedCode(): string | undefined {
  return digitsIn(`#${scanned.kept() ?? ''}`);
}

export function forgetScannedCode(): void {
  scanned.forget();
}

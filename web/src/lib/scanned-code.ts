import { carriedText } from './carried-text.js';

/** The digits of a print code that the user scanned or typed before sign-in. */
const scanned = carriedText('sixpence.scanned-code');

/** The six digits after the `#` of a page's address. The QR code of a panel has this form. */
export function digitsIn(hash: string): string | undefined {
  return /^#(\d{6})$/.exec(hash)?.[1];
}

/** Keeps the digits in this tab until the next sign-in. */
export function keepScannedCode(digits: string): void {
  scanned.keep(digits);
}

export function scannedCode(): string | undefined {
  return digitsIn(`#${scanned.kept() ?? ''}`);
}

export function forgetScannedCode(): void {
  scanned.forget();
}

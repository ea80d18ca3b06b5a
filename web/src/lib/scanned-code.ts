import { forget, recall, remember } from './remembered.js';

/** The digits of a QR code that a tab was opened with, or that were typed, before its person had signed in. */
const key = 'sixpence.scanned-code';

/** A sign-in may take longer than the digits are good; then the panel shows new ones. */
const keptMs = 10 * 60 * 1000;

/** The six digits behind the `#` of a page's address, as the QR codes of panels have them. */
export function digitsIn(hash: string): string | undefined {
  return /^#(\d{6})$/.exec(hash)?.[1];
}

/** Keeps them in this tab for whoever signs in next. */
export function keepScannedCode(digits: string): void {
  remember('sessionStorage', key, JSON.stringify({ digits, keptAt: Date.now() }));
}

export function scannedCode(): string | undefined {
  const kept = recall('sessionStorage', key);
  if (kept === null) return undefined;
  try {
    const { digits, keptAt } = JSON.parse(kept) as { digits?: unknown; keptAt?: unknown };
    const isFresh = typeof keptAt === 'number' && Date.now() - keptAt < keptMs;
    return isFresh && typeof digits === 'string' ? digitsIn(`#${digits}`) : undefined;
  } catch (error) {
    console.warn('What the tab kept cannot be read', error);
    return undefined;
  }
}

export function forgetScannedCode(): void {
  forget('sessionStorage', key);
}

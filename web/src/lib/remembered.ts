/**
 * Reads a note from the browser's storage: `localStorage` per browser, `sessionStorage` per tab. A browser
 * may refuse storage, for example in a private window. Notes are a convenience, so a refusal reads as "no
 * note".
 */
export function recall(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch (error) {
    console.warn(`The browser refuses ${storage}`, error);
    return null;
  }
}

export function forget(storage: 'localStorage' | 'sessionStorage', key: string): void {
  try {
    window[storage].removeItem(key);
  } catch (error) {
    console.warn(`The browser refuses ${storage}`, error);
  }
}

export function remember(storage: 'localStorage' | 'sessionStorage', key: string, note: string): void {
  try {
    window[storage].setItem(key, note);
  } catch (error) {
    console.warn(`The browser refuses ${storage}`, error);
  }
}

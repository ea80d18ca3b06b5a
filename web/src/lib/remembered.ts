/**
 * Small notes that the browser keeps: `localStorage` per browser, `sessionStorage` per tab. A browser that keeps none
 * (a private window may refuse) costs a convenience and nothing more, so that a refusal reads as "nothing kept".
 */
export function recall(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch (error) {
    console.warn(`The browser gives no ${storage}`, error);
    return null;
  }
}

export function forget(storage: 'localStorage' | 'sessionStorage', key: string): void {
  try {
    window[storage].removeItem(key);
  } catch (error) {
    console.warn(`The browser gives no ${storage}`, error);
  }
}

export function remember(storage: 'localStorage' | 'sessionStorage', key: string, note: string): void {
  try {
    window[storage].setItem(key, note);
  } catch (error) {
    console.warn(`The browser keeps no ${storage}`, error);
  }
}

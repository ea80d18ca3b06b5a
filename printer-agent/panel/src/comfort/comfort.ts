/** The accessibility settings that a user has switched on for their session. */
export interface Comfort {
  readonly largeType: boolean;
  readonly sounds: boolean;
}

const key = 'sixpence.comfort';
const plain: Comfort = { largeType: false, sounds: false };
const listeners = new Set<() => void>();
let current = storedComfort();
applyToPage();

export function comfort(): Comfort {
  return current;
}

export function onComfort(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Switches one setting on or off. It survives a reload of the page, such as for another language. */
export function switchComfort(name: keyof Comfort): void {
  change({ ...current, [name]: !current[name] });
}

/** Resets the settings for the next user. */
export function forgetComfort(): void {
  if (current !== plain) change(plain);
}

function change(next: Comfort): void {
  current = next;
  applyToPage();
  try {
    window.sessionStorage.setItem(key, JSON.stringify(next));
  } catch (error) {
    console.warn('The browser keeps nothing while this page loads again', error);
  }
  for (const listener of listeners) listener();
}

function applyToPage(): void {
  document.documentElement.dataset['type'] = current.largeType ? 'large' : 'normal';
}

function storedComfort(): Comfort {
  try {
    const { largeType, sounds } = JSON.parse(window.sessionStorage.getItem(key) ?? '{}') as Partial<Comfort>;
    return { largeType: largeType === true, sounds: sounds === true };
  } catch (error) {
    console.warn('What was switched on before cannot be read', error);
    return plain;
  }
}

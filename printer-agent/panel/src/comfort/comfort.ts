/** What somebody has switched on to see and hear this screen better, for as long as they stand here. */
export interface Comfort {
  readonly largeType: boolean;
  readonly sounds: boolean;
}

const key = 'sixpence.comfort';
const plain: Comfort = { largeType: false, sounds: false };
const listeners = new Set<() => void>();
let current = kept();
show();

export function comfort(): Comfort {
  return current;
}

export function onComfort(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Switches one thing on or off. A page that loads again, as for another language, keeps it. */
export function switchComfort(name: keyof Comfort): void {
  change({ ...current, [name]: !current[name] });
}

/** Whoever comes next finds the screen as it is meant for everybody. */
export function forgetComfort(): void {
  if (current !== plain) change(plain);
}

function change(next: Comfort): void {
  current = next;
  show();
  try {
    window.sessionStorage.setItem(key, JSON.stringify(next));
  } catch (error) {
    console.warn('The browser keeps nothing while this page loads again', error);
  }
  for (const listener of listeners) listener();
}

function show(): void {
  document.documentElement.dataset['type'] = current.largeType ? 'large' : 'normal';
}

function kept(): Comfort {
  try {
    const { largeType, sounds } = JSON.parse(window.sessionStorage.getItem(key) ?? '{}') as Partial<Comfort>;
    return { largeType: largeType === true, sounds: sounds === true };
  } catch (error) {
    console.warn('What was switched on before cannot be read', error);
    return plain;
  }
}

import { forget, recall, remember } from './remembered.js';

/** A sign-in may take a few minutes. An older text is out of date. */
const keptMs = 10 * 60 * 1000;

/** A text that this tab keeps from before sign-in, for the user who signs in next in the same tab. */
export interface CarriedText {
  keep: (text: string) => void;
  kept: () => string | undefined;
  forget: () => void;
}

export function carriedText(key: string): CarriedText {
  return {
    keep: (text) => remember('sessionStorage', key, JSON.stringify({ text, keptAt: Date.now() })),
    kept: () => {
      const stored = recall('sessionStorage', key);
      if (stored === null) return undefined;
      try {
        const { text, keptAt } = JSON.parse(stored) as { text?: unknown; keptAt?: unknown };
        const isFresh = typeof keptAt === 'number' && Date.now() - keptAt < keptMs;
        return isFresh && typeof text === 'string' ? text : undefined;
      } catch (error) {
        console.warn('The text that this tab kept is unreadable', error);
        return undefined;
      }
    },
    forget: () => forget('sessionStorage', key),
  };
}

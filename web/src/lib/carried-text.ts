import { forget, recall, remember } from './remembered.js';

/** A sign-in may take a while; what was carried for longer is of no use to anybody. */
const keptMs = 10 * 60 * 1000;

/** What a tab was opened with before its person had signed in, and keeps for whoever signs in next. */
export interface Carried {
  keep: (text: string) => void;
  kept: () => string | undefined;
  forget: () => void;
}

export function carried(key: string): Carried {
  return {
    keep: (text) => remember('sessionStorage', key, JSON.stringify({ text, keptAt: Date.now() })),
    kept: () => {
      const note = recall('sessionStorage', key);
      if (note === null) return undefined;
      try {
        const { text, keptAt } = JSON.parse(note) as { text?: unknown; keptAt?: unknown };
        const isFresh = typeof keptAt === 'number' && Date.now() - keptAt < keptMs;
        return isFresh && typeof text === 'string' ? text : undefined;
      } catch (error) {
        console.warn('What the tab kept cannot be read', error);
        return undefined;
      }
    },
    forget: () => forget('sessionStorage', key),
  };
}

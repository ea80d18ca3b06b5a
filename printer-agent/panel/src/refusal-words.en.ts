import { inLanguage } from '@sixpence/theme/language';
import type { RefusalCode } from '@sixpence/contracts/refusals';

/** A refusal in words for the user at the printer. */
export interface RefusalWords {
  sentence: string;
  advice: string;
}

const listChanged: RefusalWords = {
  sentence: 'Something in your list has changed.',
  advice: 'Look at it again, then press PRINT.',
};

export const refusals = inLanguage('refusals', {
  'code.malformed': { sentence: 'A code has six digits.', advice: 'You find yours on your dashboard.' },
  'code.wrong': {
    sentence: 'This code does not work.',
    advice: 'Codes work once, for a few minutes. Get a new one on your dashboard.',
  },
  'code.paused': { sentence: 'Too many wrong codes were typed here.', advice: 'Please wait a moment.' },
  'pairing.ended': {
    sentence: 'This QR code is over.',
    advice: 'It is good for two minutes. Ask for a new one.',
  },
  'printer.busy': {
    sentence: 'This printer is busy.',
    advice: 'Please try again when it is free; nothing is charged.',
  },
  'printer.unknown': {
    sentence: 'This printer is not set up yet.',
    advice: 'Please tell the staff, or use another printer.',
  },
  'printer.unpriced': {
    sentence: 'This printer has no prices yet.',
    advice: 'Please tell the staff, or use another printer.',
  },
  'credits.insufficient': {
    sentence: 'Your balance is too low for these documents.',
    advice: 'Untick some, or top up and press PRINT again.',
  },
  'quote.changed': listChanged,
  'document.unknown': listChanged,
  'document.not-ready': listChanged,
  'document.processing': listChanged,
  'release.empty': { sentence: 'No document is ticked.', advice: 'Tick what you want to print.' },
  'panel-session.ended': {
    sentence: 'You were signed out of this printer.',
    advice: 'Get a new code on your dashboard and type it here.',
  },
  'agent.unknown': {
    sentence: 'This printer is not connected to the service.',
    advice: 'Please tell the staff, or use another printer.',
  },
  'request.too-many': {
    sentence: 'That was a lot at once.',
    advice: 'Please wait a moment, then try again.',
  },
  'service.unavailable': {
    sentence: 'The service cannot be reached just now.',
    advice: 'Nothing is charged. Please try again in a minute.',
  },
} satisfies Partial<Record<RefusalCode, RefusalWords>>);

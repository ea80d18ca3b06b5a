import type { OwnPrinter } from '@sixpence/contracts/http/own-printers';
import { inLanguage } from '@sixpence/theme/language';

export const printersWords = inLanguage('printersWords', {
  title: 'Where you print',
  costs: 'Your list costs',
  close: 'Close',
});

/** The words of the choice of sites. */
export const placeWords = inLanguage('placeWords', {
  none: 'See before you walk how the printers are, and what your list costs there.',
  open: 'Choose a place',
  close: 'Close the choice',
  label: 'Name of the place',
  add: (place: string) => `Show ${place}`,
  addShort: 'Show',
  remove: (place: string) => `Remove ${place}`,
  removeShort: 'Remove',
  full: 'You have chosen ten places. Please remove one first.',
  failed: 'That could not be saved. Please try again.',
});

/** The number of sites that match the letters; without letters, the heading of the chosen sites. */
export const foundWords = inLanguage('foundWords', (count: number, letters: string): string => {
  if (letters === '') return count === 0 ? 'Type a part of its name.' : 'You have chosen:';
  if (count === 0) return 'There is no such place. Try fewer letters.';
  return count === 1 ? 'One place:' : `${count} places:`;
});

/** Tells that a printer works again after the user left it without a print. */
export const backWords = inLanguage('backWords', (printer: string, site: string): string => {
  return `${printer} at ${site} is back. You can print there again.`;
});

/** The abilities of a printer: `Colour, two-sided`. Undefined while they are unknown. */
export const abilitiesInWords = inLanguage(
  'abilitiesInWords',
  ({ color, duplex }: Pick<OwnPrinter, 'color' | 'duplex'>): string | undefined => {
    if (color === null || duplex === null) return undefined;
    return `${color ? 'Colour' : 'Black-and-white'}, ${duplex ? 'two-sided' : 'one-sided only'}`;
  },
);

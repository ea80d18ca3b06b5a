import type { OwnPrinter } from '@sixpence/contracts/http/own-printers';
import { inLanguage } from '@sixpence/theme/language';

/** What the card about printers says. */
export const printersWords = inLanguage('printersWords', {
  title: 'Where you print',
  costs: 'Your list costs',
  close: 'Close',
});

/** A printer works again from which the person has walked away. */
export const backWords = inLanguage('backWords', (printer: string, site: string): string => {
  return `${printer} at ${site} is back. You can print there again.`;
});

/** What a printer prints, as far as it is known: `Colour, two-sided`. */
export const abilitiesInWords = inLanguage(
  'abilitiesInWords',
  ({ color, duplex }: Pick<OwnPrinter, 'color' | 'duplex'>): string | undefined => {
    if (color === null || duplex === null) return undefined;
    return `${color ? 'Colour' : 'Black-and-white'}, ${duplex ? 'two-sided' : 'one-sided only'}`;
  },
);

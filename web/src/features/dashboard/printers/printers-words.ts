import type { OwnPrinter } from '@sixpence/contracts/http/own-printers';
import { inLanguage } from '@sixpence/theme/language';

/** What the card about printers says. */
export const printersWords = inLanguage('printersWords', {
  title: 'Where you print',
  costs: 'Your list costs',
});

/** What a printer prints, as far as it is known: `Colour, two-sided`. */
export const abilitiesInWords = inLanguage(
  'abilitiesInWords',
  ({ color, duplex }: Pick<OwnPrinter, 'color' | 'duplex'>): string | undefined => {
    if (color === null || duplex === null) return undefined;
    return `${color ? 'Colour' : 'Black-and-white'}, ${duplex ? 'two-sided' : 'one-sided only'}`;
  },
);

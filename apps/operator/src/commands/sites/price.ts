import { formatMoney } from '@sixpence/money/money';
import { PricesService, type DatedPriceList } from '@sixpence/core/sites/prices.service';
import { SitesService } from '@sixpence/core/sites/sites.service';
import { amountOf } from '../../amounts.js';
import { optionalOption, requiredOption, UsageError, argument, type Command } from '../../command.js';
import { listLines } from '../../list-lines.js';

export const priceSet: Command = {
  name: 'price set',
  usage: '<site> --mono 0.05 --color 0.20 --mono-two-sided 0.04 --color-two-sided 0.16 [--from <ISO date>]',
  summary: 'Sets the prices of a printed page at a site, from now or from a date.',
  argumentCount: 1,
  options: {
    mono: { type: 'string' },
    color: { type: 'string' },
    'mono-two-sided': { type: 'string' },
    'color-two-sided': { type: 'string' },
    from: { type: 'string' },
  },
  async run({ services }, input) {
    const app = await services();
    const site = await app.get(SitesService).siteNamed(argument(input, 0));
    const amount = (option: string) => amountOf(requiredOption(input, option), site.currency);
    const list = {
      mono: { '1-Sided': amount('mono'), '2-Sided': amount('mono-two-sided') },
      color: { '1-Sided': amount('color'), '2-Sided': amount('color-two-sided') },
    };
    await app.get(PricesService).set(site.id, list, dateOf(optionalOption(input, 'from')));
    return { json: { site: site.name, ...list }, lines: [`The prices of ${site.name} are set.`] };
  },
};

export const priceList: Command = {
  name: 'price list',
  usage: '<site>',
  summary: 'Lists the price lists of a site, newest first.',
  argumentCount: 1,
  async run({ services }, input) {
    const app = await services();
    const site = await app.get(SitesService).siteNamed(argument(input, 0));
    const history = await app.get(PricesService).history(site.id);
    return { json: history, lines: listLines(history, 'No prices.', columns) };
  },
};

const columns = {
  'Valid from': ({ validFrom }: DatedPriceList) => validFrom.toISOString(),
  'Mono, one-sided / two-sided': ({ mono }: DatedPriceList) => pairOf(mono),
  'Colour, one-sided / two-sided': ({ color }: DatedPriceList) => pairOf(color),
};

function pairOf(prices: DatedPriceList['mono']): string {
  return `${formatMoney(prices['1-Sided'])} / ${formatMoney(prices['2-Sided'])}`;
}

function dateOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw new UsageError(`--from takes a date such as 2027-01-01, not ${text}`);
  return date;
}

import { SitesService } from '@sixpence/core/sites/sites.service';
import { currencyOf } from '../../amounts.js';
import { optionalOption, requiredOption, UsageError, argument, type Command } from '../../command.js';
import { listLines } from '../../list-lines.js';

const defaultTimeZone = 'Europe/London';

export const siteAdd: Command = {
  name: 'site add',
  usage: `<name> --organisation <name> --currency GBP|EUR [--time-zone ${defaultTimeZone}]`,
  summary: 'Adds a site. Its currency never changes: its prices are in it.',
  argumentCount: 1,
  options: {
    organisation: { type: 'string' },
    currency: { type: 'string' },
    'time-zone': { type: 'string' },
  },
  async run({ services }, input) {
    const site = await (await services()).get(SitesService).addSite({
      name: argument(input, 0),
      organisation: requiredOption(input, 'organisation'),
      currency: currencyOf(requiredOption(input, 'currency')),
      timeZone: timeZoneOf(optionalOption(input, 'time-zone') ?? defaultTimeZone),
    });
    return { json: site, lines: [`${site.name} (${site.currency}) is there.`] };
  },
};

export const siteList: Command = {
  name: 'site list',
  usage: '',
  summary: 'Lists sites with their currency and time zone.',
  argumentCount: 0,
  async run({ services }) {
    const sites = await (await services()).get(SitesService).sites();
    const lines = listLines(sites, 'No sites.', {
      Site: ({ name }) => name,
      Organisation: ({ organisation }) => organisation,
      Currency: ({ currency }) => currency,
      'Time zone': ({ timeZone }) => timeZone,
    });
    return { json: sites, lines };
  },
};

function timeZoneOf(text: string): string {
  if (!Intl.supportedValuesOf('timeZone').includes(text) && text !== 'UTC') {
    throw new UsageError(`Give a time zone such as ${defaultTimeZone}, not ${text}`);
  }
  return text;
}

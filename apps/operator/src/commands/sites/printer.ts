import type { INestApplicationContext } from '@nestjs/common';
import { countingSchema, type Counting } from '@sixpence/contracts/agent/gateway';
import { Refusal } from '@sixpence/contracts/refusals';
import { PrintersService, type Printer } from '@sixpence/core/sites/printers.service';
import { SitesService } from '@sixpence/core/sites/sites.service';
import {
  optionalOption,
  requiredOption,
  UsageError,
  argument,
  type Command,
  type Input,
} from '../../command.js';
import { listLines } from '../../list-lines.js';

const changeable = {
  name: { type: 'string' },
  uri: { type: 'string' },
  counting: { type: 'string' },
} as const;

export const printerAdd: Command = {
  name: 'printer add',
  usage: '<slug> --site <name> --name <name> --uri <ipp uri> [--counting impressions|sheets|none]',
  summary: 'Adds a printer to a site; its panel is at /panel/<slug>.',
  argumentCount: 1,
  options: { site: { type: 'string' }, ...changeable },
  async run({ services }, input) {
    const app = await services();
    const slug = argument(input, 0);
    const { siteId, existing } = await findPrinter(app, requiredOption(input, 'site'), slug);
    if (existing)
      throw new Refusal(
        'request.invalid',
        `The printer ${slug} already exists. To change it, use: printer update`,
      );
    const printer = await app.get(PrintersService).put({
      siteId,
      slug: slugOf(slug),
      name: requiredOption(input, 'name'),
      uri: uriOf(requiredOption(input, 'uri')),
      ...countingOf(input),
    });
    return { json: printer, lines: [describe(printer)] };
  },
};

export const printerUpdate: Command = {
  name: 'printer update',
  usage: '<slug> --site <name> [--name <name>] [--uri <ipp uri>] [--counting impressions|sheets|none]',
  summary: 'Changes the name, address, or counting of a printer.',
  argumentCount: 1,
  options: { site: { type: 'string' }, ...changeable },
  async run({ services }, input) {
    const app = await services();
    const slug = argument(input, 0);
    const { siteId, existing } = await findPrinter(app, requiredOption(input, 'site'), slug);
    if (!existing) throw new Refusal('printer.unknown', `There is no printer ${slug}. See: printer list`);
    const printer = await app.get(PrintersService).put({
      siteId,
      slug,
      name: optionalOption(input, 'name') ?? existing.name,
      uri: uriOf(optionalOption(input, 'uri') ?? existing.uri),
      ...countingOf(input),
    });
    return { json: printer, lines: [describe(printer)] };
  },
};

export const printerList: Command = {
  name: 'printer list',
  usage: '',
  summary: 'Lists printers with their last reported state.',
  argumentCount: 0,
  async run({ services }) {
    const printers = await (await services()).get(PrintersService).listPrinters();
    return { json: printers, lines: listLines(printers, 'No printers.', columns) };
  },
};

async function findPrinter(app: INestApplicationContext, siteName: string, slug: string) {
  const site = await app.get(SitesService).siteNamed(siteName);
  const printers = await app.get(PrintersService).listPrinters(site.id);
  return { siteId: site.id, existing: printers.find((printer) => printer.slug === slug) };
}

const columns = {
  Printer: ({ slug }: Printer) => slug,
  Name: ({ name }: Printer) => name,
  Site: ({ site }: Printer) => site,
  Address: ({ uri }: Printer) => uri,
  State: ({ state }: Printer) => state ?? 'not seen yet',
};

function describe(printer: Printer): string {
  return Object.values(columns)
    .map((cell) => cell(printer))
    .join('\t');
}

function slugOf(text: string): string {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) || text.length > 60) {
    throw new UsageError('A slug is made of small letters, digits, and single hyphens, such as first-floor');
  }
  return text;
}

function countingOf(input: Input): { counting?: Counting } {
  const text = optionalOption(input, 'counting');
  if (text === undefined) return {};
  const counting = countingSchema.safeParse(text);
  if (!counting.success) throw new UsageError(`--counting is one of ${countingSchema.options.join(', ')}`);
  return { counting: counting.data };
}

/** @throws UsageError when the text is no address of an IPP printer */
export function uriOf(text: string): string {
  if (!URL.canParse(text) || !/^ipps?:$/.test(new URL(text).protocol)) {
    throw new UsageError(`Give an address such as ipp://printer.example/ipp/print, not ${text}`);
  }
  return text;
}

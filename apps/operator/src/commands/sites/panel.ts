import type { INestApplicationContext } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { PanelLinksService } from '@sixpence/core/sites/panel-links.service';
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

const defaultBox = 'http://localhost:3100';

export const panelPair: Command = {
  name: 'panel pair',
  usage: '<printer> --site <name> [--box <address>]',
  summary: `Makes a link that pairs one device with a printer's panel, once, within 24 hours. The box is at ${defaultBox} if not given.`,
  argumentCount: 1,
  options: { site: { type: 'string' }, box: { type: 'string' } },
  async run({ services }, input) {
    const app = await services();
    const box = optionalOption(input, 'box') ?? defaultBox;
    if (!URL.canParse(box)) throw new UsageError(`Give an address such as ${defaultBox}, not ${box}`);
    const { id, slug, site } = await printerOf(app, input);
    const code = await app.get(PanelLinksService).make(id);
    const link = new URL(`/panel/${slug}?pair=${code}`, box).href;
    return { json: { printer: slug, site, link }, lines: [link] };
  },
};

export const panelUnpair: Command = {
  name: 'panel unpair',
  usage: '<printer> --site <name>',
  summary:
    "Ends the pairings of all devices with a printer's panel, and deletes its links. Use it when a device is lost.",
  argumentCount: 1,
  options: { site: { type: 'string' } },
  async run({ services }, input) {
    const app = await services();
    const { id, slug, site } = await printerOf(app, input);
    await app.get(PanelLinksService).endAllPairings(id);
    const line = `No device shows the panel of ${slug} any more. Pair each device that should show it: panel pair ${slug}`;
    return { json: { printer: slug, site }, lines: [line] };
  },
};

async function printerOf(app: INestApplicationContext, input: Input): Promise<Printer> {
  const slug = argument(input, 0);
  const site = await app.get(SitesService).siteNamed(requiredOption(input, 'site'));
  const printer = (await app.get(PrintersService).listPrinters(site.id)).find((each) => each.slug === slug);
  if (!printer) throw new Refusal('printer.unknown', `There is no printer ${slug}. See: printer list`);
  return printer;
}

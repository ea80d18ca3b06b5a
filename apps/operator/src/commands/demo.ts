import type { INestApplicationContext } from '@nestjs/common';
import { isLoopback } from '@sixpence/config/loopback';
import { Refusal } from '@sixpence/contracts/refusals';
import { AccountsService } from '@sixpence/core/people/sign-in/accounts.service';
import { CreditsService } from '@sixpence/core/money/ledger/credits.service';
import { AgentsService } from '@sixpence/core/sites/agents.service';
import { PanelLinksService } from '@sixpence/core/sites/panel-links.service';
import { PricesService } from '@sixpence/core/sites/prices.service';
import { PrintersService } from '@sixpence/core/sites/printers.service';
import { SitesService, type Site } from '@sixpence/core/sites/sites.service';
import { money } from '@sixpence/money/money';
import { UsageError, type Command, type Input } from '../command.js';
import { uriOf } from './sites/printer.js';

const person = { email: 'demo@example.com', password: 'Sixpence1' };
const pence = (minor: number) => money(minor, 'GBP');
const prices = {
  mono: { '1-Sided': pence(5), '2-Sided': pence(4) },
  color: { '1-Sided': pence(20), '2-Sided': pence(16) },
};
const defaultPrinters = ['hall=ipp://localhost:8631/ipp/print', 'library=ipp://localhost:8632/ipp/print'];

export const demo: Command = {
  name: 'demo',
  usage: '[--printer <slug>=<ipp uri>]...',
  summary: 'Makes the demo site, printers, and person; safe to repeat; only on this machine.',
  argumentCount: 0,
  options: { printer: { type: 'string', multiple: true } },
  async run({ config, services }, input) {
    if (!isLoopback(new URL(config.PUBLIC_URL).hostname)) {
      throw new Refusal(
        'request.invalid',
        'The demo has a known password: it is only for PUBLIC_URL on localhost.',
      );
    }
    const printerOptions = printersOf(input);
    const app = await services();
    const site = await makeSite(app);
    const printers = [];
    for (const printer of printerOptions) {
      const { id, slug, name, uri } = await app.get(PrintersService).put({ siteId: site.id, ...printer });
      // A reusable link, so that every browser on this machine can open it.
      const panelCode = await app.get(PanelLinksService).make(id, { reusable: true });
      printers.push({ id, slug, name, uri, panelCode });
    }
    await makePerson(app);
    const invite = await inviteIfNoAgent(app, site);
    return {
      json: { user: person, printers, invite },
      lines: [
        `Sign in as ${person.email} with ${person.password}.`,
        ...printers.map(({ name, uri }) => `Printer ${name} is at ${uri}.`),
        ...(invite === null ? [] : [`AGENT_INVITE=${invite}`]),
      ],
    };
  },
};

function printersOf(input: Input) {
  const texts = Array.isArray(input.values['printer'])
    ? input.values['printer'].map(String)
    : defaultPrinters;
  return texts.map((text) => {
    const [, slug, uri] = /^([a-z0-9-]+)=(.+)$/.exec(text) ?? [];
    if (slug === undefined || uri === undefined)
      throw new UsageError(`--printer takes slug=uri, not ${text}`);
    return { slug, name: slug.charAt(0).toUpperCase() + slug.slice(1), uri: uriOf(uri) };
  });
}

async function makeSite(app: INestApplicationContext): Promise<Site> {
  const sites = app.get(SitesService);
  const { name: organisation } = await sites.addOrganisation('Demo');
  await sites.allowRefunds(organisation, 'self');
  const demoSite = {
    organisation,
    name: 'Demo library',
    currency: 'GBP',
    timeZone: 'Europe/London',
  } as const;
  const site = await sites.addSite(demoSite);
  if (!(await app.get(PricesService).current(site.id))) await app.get(PricesService).set(site.id, prices);
  return site;
}

async function makePerson(app: INestApplicationContext): Promise<void> {
  const { userId } = await app.get(AccountsService).addUser(person.email, person.password);
  const credits = app.get(CreditsService);
  await credits.grant({ owner: userId, amount: pence(1_000), key: 'demo:welcome', reason: 'demo' });
}

/**
 * A new invite; null when an agent has enrolled. An earlier invite cannot be shown again.
 */
async function inviteIfNoAgent(app: INestApplicationContext, site: Site): Promise<string | null> {
  const agents = app.get(AgentsService);
  const hasAgent = (await agents.listAgents()).some(
    (agent) => agent.site === site.name && agent.revokedAt === null,
  );
  return hasAgent ? null : agents.invite(site.id);
}

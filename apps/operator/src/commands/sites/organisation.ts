import { OrganisationVatService } from '@sixpence/core/sites/organisation-vat.service';
import { SitesService } from '@sixpence/core/sites/sites.service';
import { actor } from '../../actor.js';
import { optionalOption, UsageError, argument, type Command, type Input } from '../../command.js';
import { listLines } from '../../list-lines.js';

export const organisationAdd: Command = {
  name: 'organisation add',
  usage: '<name>',
  summary: 'Adds an organisation, which sites belong to.',
  argumentCount: 1,
  async run({ services }, input) {
    const organisation = await (await services()).get(SitesService).addOrganisation(argument(input, 0));
    return { json: organisation, lines: [`${organisation.name} is there.`] };
  },
};

export const organisationList: Command = {
  name: 'organisation list',
  usage: '',
  summary: 'Lists organisations.',
  argumentCount: 0,
  async run({ services }) {
    const organisations = await (await services()).get(SitesService).organisations();
    return {
      json: organisations,
      lines: listLines(organisations, 'No organisations.', { Organisation: ({ name }) => name }),
    };
  },
};

export const organisationUpdate: Command = {
  name: 'organisation update',
  usage: '<name> [--vat-number <text>] [--vat-rate <percent>] [--refunds self|staff]',
  summary:
    'Sets the VAT in the prices of an organisation from now on, and who refunds top-ups to cards: people or staff.',
  argumentCount: 1,
  options: { 'vat-number': { type: 'string' }, 'vat-rate': { type: 'string' }, refunds: { type: 'string' } },
  async run({ services }, input) {
    const name = argument(input, 0);
    const [number, rate] = [optionalOption(input, 'vat-number'), optionalOption(input, 'vat-rate')];
    const refunds = refundsOf(input);
    const vat = {
      ...(number !== undefined && { vatNumber: number === '' ? null : number }),
      ...(rate !== undefined && { basisPoints: basisPointsOf(rate) }),
    };
    const hasVat = Object.keys(vat).length > 0;
    if (!hasVat && refunds === undefined) throw new UsageError('Give --vat-number, --vat-rate, or --refunds');
    const app = await services();
    if (refunds !== undefined) await app.get(SitesService).allowRefunds(name, refunds, actor());
    const set = hasVat ? await app.get(OrganisationVatService).set(name, vat) : undefined;
    return {
      json: { organisation: name, ...(refunds !== undefined && { refunds }), ...set },
      lines: [
        ...(refunds === undefined
          ? []
          : [
              refunds === 'self'
                ? 'People may refund to their cards themselves.'
                : 'Only staff may refund to cards.',
            ]),
        ...(set === undefined
          ? []
          : [
              `Prices contain ${set.basisPoints / 100} % of VAT, under the number ${set.vatNumber ?? '(none)'}.`,
            ]),
      ],
    };
  },
};

/** @throws UsageError */
function refundsOf(input: Input): 'self' | 'staff' | undefined {
  const text = optionalOption(input, 'refunds');
  if (text === undefined || text === 'self' || text === 'staff') return text;
  throw new UsageError(`Refunds are made by self or staff, not by ${text}`);
}

/** @throws UsageError for anything but a percentage with at most two decimals */
function basisPointsOf(percent: string): number {
  if (!/^(?:100|\d{1,2}(?:\.\d{1,2})?)$/.test(percent)) {
    throw new UsageError(`Give a percentage such as 20 or 5.5, not ${percent}`);
  }
  return Math.round(Number(percent) * 100);
}

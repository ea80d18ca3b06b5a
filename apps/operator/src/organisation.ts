import { SitesService } from '@sixpence/core/sites/sites.service';
import { word, type Command } from './command.js';

export const organisationAdd: Command = {
  name: 'organisation add',
  usage: '<name>',
  does: 'Adds an organisation, which sites belong to.',
  takes: 1,
  async run({ services }, input) {
    const organisation = await (await services()).get(SitesService).addOrganisation(word(input, 0));
    return { json: organisation, lines: [`${organisation.name} is there.`] };
  },
};

export const organisationList: Command = {
  name: 'organisation list',
  usage: '',
  does: 'Lists organisations.',
  takes: 0,
  async run({ services }) {
    const organisations = await (await services()).get(SitesService).organisations();
    return { json: organisations, lines: organisations.map(({ name }) => name) };
  },
};

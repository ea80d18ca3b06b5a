import { Refusal } from '@sixpence/contracts/refusals';
import { AgentsService } from '@sixpence/core/sites/agents.service';
import { SitesService } from '@sixpence/core/sites/sites.service';
import { argument, type Command } from '../../command.js';
import { listLines } from '../../list-lines.js';

export const agentInvite: Command = {
  name: 'agent invite',
  usage: '<site>',
  summary:
    'Makes a one-time code with which a box can enrol at a site within 24 hours. It is shown only now.',
  argumentCount: 1,
  async run({ services }, input) {
    const app = await services();
    const site = await app.get(SitesService).siteNamed(argument(input, 0));
    const invite = await app.get(AgentsService).invite(site.id);
    return { json: { site: site.name, invite }, lines: [`AGENT_INVITE=${invite}`] };
  },
};

export const agentList: Command = {
  name: 'agent list',
  usage: '',
  summary: 'Lists enrolled agents.',
  argumentCount: 0,
  async run({ services }) {
    const agents = await (await services()).get(AgentsService).listAgents();
    const lines = listLines(agents, 'No agents.', {
      Agent: ({ id }) => id,
      Name: ({ name }) => name,
      Site: ({ site }) => site,
      Version: ({ version }) => version ?? 'never connected',
      Contract: ({ contract }) => contract?.toString() ?? '',
      Enrolled: ({ enrolledAt }) => enrolledAt.toISOString(),
      State: ({ revokedAt }) => (revokedAt ? `revoked ${revokedAt.toISOString()}` : 'active'),
    });
    return { json: agents, lines };
  },
};

export const agentRevoke: Command = {
  name: 'agent revoke',
  usage: '<agent id>',
  summary: 'Cuts an agent off for good, within a minute.',
  argumentCount: 1,
  async run({ services }, input) {
    const agentId = argument(input, 0);
    const agents = (await services()).get(AgentsService);
    const known = (await agents.listAgents()).some(({ id }) => id === agentId);
    if (!known) throw new Refusal('agent.unknown', `There is no agent ${agentId}. See: agent list`);
    const revoked = await agents.revoke(agentId);
    return { json: { agentId, revoked }, lines: [revoked ? 'Revoked.' : 'It was revoked before.'] };
  },
};

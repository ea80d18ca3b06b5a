import { jobReasons } from '@sixpence/contracts/job-reasons';
import { Refusal } from '@sixpence/contracts/refusals';
import { JobsService } from '@sixpence/core/release/jobs.service';
import { OpenJobs } from '@sixpence/core/release/open-jobs.query';
import { word, type Command } from './command.js';

export const jobList: Command = {
  name: 'job list',
  usage: '',
  does: 'Lists jobs whose money is still set aside, oldest first.',
  takes: 0,
  async run({ services }) {
    const jobs = await (await services()).get(OpenJobs).list();
    const lines = jobs.map(({ id, printer, owner, state, reason, impressions, total, createdAt }) => {
      const why = reason ? jobReasons[reason].staff : '';
      return [id, printer, owner, state, why, `${impressions} of ${total}`, createdAt.toISOString()].join(
        '\t',
      );
    });
    return { json: jobs, lines };
  },
};

export const jobGiveBack: Command = {
  name: 'job give-back',
  usage: '<job id>',
  does: 'Ends a job that nobody else can end, and gives all of its money back.',
  takes: 1,
  async run({ services }, input) {
    const jobId = word(input, 0);
    if (!/^[0-9a-f-]{36}$/.test(jobId))
      throw new Refusal('job.unknown', 'There is no such job. See: job list');
    const givenBack = await (await services()).get(JobsService).giveUp(jobId);
    return { json: { jobId, givenBack }, lines: [givenBack ? 'Given back.' : 'It was settled before.'] };
  },
};

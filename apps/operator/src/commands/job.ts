import { jobReasons } from '@sixpence/contracts/printing/job-reasons';
import type { Currency } from '@sixpence/contracts/currencies';
import { Refusal } from '@sixpence/contracts/refusals';
import { JobDecisionsService } from '@sixpence/core/jobs/job-decisions.service';
import { OpenJobs, type ListedJob } from '@sixpence/core/jobs/views/open-jobs.query';
import { formatMoney } from '@sixpence/money/money';
import { actor } from '../actor.js';
import { amountOf } from '../amounts.js';
import {
  optionalOption,
  requiredOption,
  UsageError,
  argument,
  type Command,
  type Input,
} from '../command.js';
import { listLines } from '../list-lines.js';

export const jobList: Command = {
  name: 'job list',
  usage: '[--short]',
  summary:
    'Lists jobs whose money is set aside, oldest first; with --short, completed jobs with missing pages.',
  argumentCount: 0,
  options: { short: { type: 'boolean' } },
  async run({ services }, input) {
    const openJobs = (await services()).get(OpenJobs);
    const jobs =
      input.values['short'] === true ? await openJobs.listShortCounts() : await openJobs.listOpenJobs();
    return { json: jobs, lines: listLines(jobs, 'No jobs.', columns) };
  },
};

export const jobCapture: Command = {
  name: 'job capture',
  usage: '<job id> --pages <number> --reason <text>',
  summary: 'Ends a job by the number of pages that you counted: they are paid for, the rest is given back.',
  argumentCount: 1,
  options: { pages: { type: 'string' }, reason: { type: 'string' } },
  async run({ services }, input) {
    const pages = pagesOf(requiredOption(input, 'pages'));
    const decision = decisionOf(input);
    const captured = await (await services()).get(JobDecisionsService).capture({ ...decision, pages });
    return {
      json: { jobId: decision.jobId, captured },
      lines: [captured ? `Captured ${pages} pages.` : 'It was settled before.'],
      bad: !captured,
    };
  },
};

export const jobGiveBack: Command = {
  name: 'job give-back',
  usage: '<job id> --reason <text>',
  summary:
    'Ends a job that printed nothing, and gives its money back. For a settled job use credit give-back.',
  argumentCount: 1,
  options: { reason: { type: 'string' } },
  async run({ services }, input) {
    const decision = decisionOf(input);
    const ended = await (await services()).get(JobDecisionsService).capture({ ...decision, pages: 0 });
    return {
      json: { jobId: decision.jobId, givenBack: ended },
      lines: [ended ? 'Given back.' : 'It was settled before: say how much by credit give-back.'],
      bad: !ended,
    };
  },
};

export const creditGiveBack: Command = {
  name: 'credit give-back',
  usage: '<job id> --reason <text> [--pages <number> | --amount <amount>] [--key <text>]',
  summary:
    'Gives back the price of a settled job: of its last pages, an amount, or the rest. A repetition needs a --key.',
  argumentCount: 1,
  options: {
    reason: { type: 'string' },
    pages: { type: 'string' },
    amount: { type: 'string' },
    key: { type: 'string' },
  },
  async run({ services }, input) {
    const [pages, amount] = [optionalOption(input, 'pages'), optionalOption(input, 'amount')];
    if (pages !== undefined && amount !== undefined) throw new UsageError('Give one of --pages and --amount');
    const decision = decisionOf(input, 'statement <email>');
    const { jobId } = decision;
    const decisions = (await services()).get(JobDecisionsService);
    const { currency } = await decisions.job(jobId);
    const amountGivenBack = await decisions.giveBack({
      ...decision,
      amount: partOf({ pages, amount }, currency),
      // If the command is repeated because its output was lost, it gives back once.
      key: `give-back:${optionalOption(input, 'key') ?? `${jobId}:${pages ?? amount ?? 'all'}`}`,
    });
    return {
      json: { jobId, givenBack: amountGivenBack !== undefined, amount: amountGivenBack },
      lines: [
        amountGivenBack
          ? `Given back: ${formatMoney(amountGivenBack)}.`
          : 'It was given back before. To give it back again, add a --key.',
      ],
    };
  },
};

/** The part to give back. @throws UsageError when it is zero */
function partOf(requested: { pages: string | undefined; amount: string | undefined }, currency: Currency) {
  if (requested.pages === undefined && requested.amount === undefined) return 'all that remains';
  const part =
    requested.pages === undefined
      ? amountOf(requested.amount ?? '', currency)
      : { pages: pagesOf(requested.pages) };
  if (('pages' in part ? part.pages : part.minor) === 0) throw new UsageError('Give back more than nothing');
  return part;
}

const columns = {
  Job: ({ id }: ListedJob) => id,
  Printer: ({ printer }: ListedJob) => printer,
  Person: ({ owner }: ListedJob) => owner,
  State: ({ state }: ListedJob) => state,
  Reason: ({ reason }: ListedJob) => (reason ? jobReasons[reason].forStaff : ''),
  Pages: ({ impressions, total }: ListedJob) => `${impressions} of ${total}`,
  Begun: ({ createdAt }: ListedJob) => createdAt.toISOString(),
};

/**
 * The arguments of a decision about a job. `see` is the command that lists such jobs.
 * @throws UsageError without a reason
 * @throws Refusal `job.unknown` for a text that is no id
 */
function decisionOf(input: Input, see = 'job list') {
  const reason = requiredOption(input, 'reason');
  const jobId = argument(input, 0);
  if (!/^[0-9a-f-]{36}$/.test(jobId)) throw new Refusal('job.unknown', `There is no such job. See: ${see}`);
  return { jobId, actor: actor(), reason };
}

/** @throws UsageError for anything but a whole number of at most four digits */
function pagesOf(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new UsageError(`Give a number of pages, not ${text}`);
  return Number(text);
}

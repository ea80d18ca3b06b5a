import { PrintReportList, type PrintReport } from '@sixpence/core/jobs/views/print-report-list.query';
import { PrintReportsService } from '@sixpence/core/jobs/print-reports/print-reports.service';
import { requiredOption, argument, type Command } from '../command.js';
import { listLines } from '../list-lines.js';

export const reportsList: Command = {
  name: 'reports list',
  usage: '[--all]',
  summary:
    'Lists faults of prints that people reported at panels, oldest first; with --all, closed reports, too.',
  argumentCount: 0,
  options: { all: { type: 'boolean' } },
  async run({ services }, input) {
    const reports = await (
      await services()
    )
      .get(PrintReportList)
      .listReports({ includeClosed: input.values['all'] === true });
    return { json: reports, lines: listLines(reports, 'No reports.', columns) };
  },
};

export const reportsClose: Command = {
  name: 'reports close',
  usage: '<report> --reason <what was done>',
  summary: 'Closes a report, with a note of the remedy.',
  argumentCount: 1,
  options: { reason: { type: 'string' } },
  async run({ services }, input) {
    const id = argument(input, 0);
    await (await services()).get(PrintReportsService).closeReport(id, requiredOption(input, 'reason'));
    return { json: { report: id }, lines: [`Closed ${id}.`] };
  },
};

const columns = {
  Report: ({ id }: PrintReport) => id,
  At: ({ at }: PrintReport) => at.toISOString(),
  Printer: ({ printer, site }: PrintReport) => `${printer}, ${site}`,
  Wrong: ({ fault }: PrintReport) => fault,
  Job: ({ jobId }: PrintReport) => jobId,
  Counted: ({ impressions, pages, state }: PrintReport) => `${impressions} of ${pages} (${state})`,
  Closed: ({ closedWith }: PrintReport) => closedWith ?? '',
};

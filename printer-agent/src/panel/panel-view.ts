import type { ListedDocument, PrinterReport } from '@sixpence/contracts/agent/gateway';
import type { PanelJob, PanelView } from '@sixpence/contracts/agent/panel';
import type { PrintFault } from '@sixpence/contracts/printing/print-reports';
import type { MoneyShape } from '@sixpence/contracts/money';
import { sum } from '@sixpence/money/money';
import { endedState } from '../job/ending.js';
import type { JobRecord } from '../job/job-record.js';
import type { JobName } from '../release/job-source.js';
import type { PanelState } from './panel-state.js';

export interface PanelSurroundings {
  readonly name: string;
  readonly report: PrinterReport;
  readonly online: boolean;
  readonly site: string;
  readonly publicUrl: string;
  /** The jobs of the release on the screen. */
  readonly jobs: readonly JobRecord[];
  readonly nameOf: (jobId: string) => JobName | undefined;
  readonly pictureName: (document: ListedDocument) => string | undefined;
  readonly reported: (jobId: string) => PrintFault | undefined;
  /** When the screen closes by itself; milliseconds since 1970. */
  readonly leavesAt: number;
}

/** The view that a page draws, from the panel's state and its surroundings. */
export function panelView(state: PanelState, around: PanelSurroundings): PanelView {
  const { name, report, online, site, publicUrl } = around;
  const printer = { name, state: shownPrinterState(around), reasons: report.reasons, online };
  switch (state.screen) {
    case 'attract':
      return { screen: 'attract', printer, site, signInUrl: new URL('/login', publicUrl).href };
    case 'keypad':
      return { screen: 'keypad', printer, checking: state.checking !== null, refused: state.refused };
    case 'pairing': {
      const { code, refused } = state;
      if (!code) return { screen: 'pairing', printer, refused };
      // The digits follow the #, which browsers do not send to any server.
      const url = new URL(`/qrlogin#${code.digits}`, publicUrl).href;
      const expiresAt = new Date(code.until).toISOString();
      return { screen: 'pairing', printer, code: { digits: code.digits, url, expiresAt } };
    }
    case 'documents': {
      const { processing, available, otherWallets, topUpUrl, mostCopies = 1 } = state.listing;
      const documents = state.listing.documents.map((document) => {
        // Core's path to the picture is not sent to the page.
        const { picturePath, ...shown } = document;
        return { ...shown, picture: picturePath && around.pictureName(document) };
      });
      const listing = { documents, processing, available, otherWallets, topUpUrl, mostCopies };
      const releasing = state.releasing !== null;
      const idleAt = new Date(around.leavesAt).toISOString();
      return { screen: 'documents', printer, ...listing, releasing, refused: state.refused, idleAt };
    }
    case 'printing':
      return { screen: 'printing', printer, jobs: panelJobs(around), leaving: state.leaving };
    case 'done': {
      const jobs = panelJobs(around);
      const settled = around.jobs.flatMap(({ settlement }) => settlement ?? []);
      const leavesAt = new Date(around.leavesAt).toISOString();
      const available = settled.at(-1)?.available;
      // While core is unreachable, the count is known and the price is not: a sum would be too low.
      const isKnown = around.jobs.every(({ step }) => step === 'settled');
      return {
        screen: 'done',
        printer,
        jobs,
        captured: isKnown
          ? total(
              around.jobs,
              settled.map(({ captured }) => captured),
            )
          : undefined,
        returned: total(
          around.jobs,
          settled.map(({ returned }) => returned),
        ),
        available,
        refused: state.refused,
        leavesAt,
      };
    }
  }
}

/** While a job on the screen prints, a printer that its last poll showed as idle is shown as `processing`. */
function shownPrinterState({ report, jobs }: PanelSurroundings): PrinterReport['state'] {
  const isPrinting = jobs.some(({ step }) => step === 'sent' || step === 'printing');
  return report.state === 'idle' && isPrinting ? 'processing' : report.state;
}

function panelJobs({ jobs, nameOf, reported }: PanelSurroundings): PanelJob[] {
  return jobs.map((job) => {
    const { jobId, pages, reason, held, settlement } = job;
    return {
      jobId,
      // After a restart without core, the box does not know the names of its jobs.
      ...(nameOf(jobId) ?? { fileName: `Document ${job.position + 1}` }),
      pages,
      state: shownState(job),
      reason,
      impressions: settlement?.impressions ?? job.impressions,
      held,
      captured: settlement?.captured,
      returned: settlement?.returned,
      reported: reported(jobId),
    };
  });
}

function shownState(job: JobRecord): PanelJob['state'] {
  switch (job.step) {
    case 'ready':
      return 'waiting';
    case 'preflight':
    case 'created':
      return job.reason ? 'stalled' : 'sending';
    case 'sent':
    case 'printing':
      return 'printing';
    case 'stalled':
      return 'stalled';
    case 'ended':
    case 'settled':
      return job.settlement?.state ?? (job.ending ? endedState(job.ending, job.impressions) : 'checking');
  }
}

/** All jobs of a release have the site's currency. */
function total(jobs: readonly JobRecord[], amounts: readonly MoneyShape[]): MoneyShape {
  return sum(amounts, jobs[0]?.held.currency ?? 'GBP');
}

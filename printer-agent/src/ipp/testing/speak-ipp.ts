import { Readable } from 'node:stream';
import { groupsOf, integersOf, textsOf, write } from '../codec/attributes.js';
import type { PrinterJob } from '../client.js';
import { IppError } from '../errors.js';
import type { Group, Message } from '../codec/message.js';
import { operation, status } from '../operations.js';
import { groupTag } from '../codec/tags.js';
import { FakePrinter, jobGroup, printerGroup, type Answer } from './fake-printer.js';
import type { ScriptedPrinter } from './scripted-printer.js';

/** Starts a server on the loopback through which a scripted printer is reached over real IPP. */
export function speakIpp(printer: ScriptedPrinter): Promise<FakePrinter> {
  const answerAfter = async (act: () => Promise<PrinterJob | null | undefined>): Promise<Answer> => {
    try {
      const job = await act();
      return { code: status.ok, groups: job ? [groupOf(job)] : [] };
    } catch (error) {
      if (error instanceof IppError) return { code: error.kind === 'busy' ? status.busy : status.notFound };
      throw error;
    }
  };
  const answers: Record<number, (message: Message, document: Buffer) => Answer | Promise<Answer>> = {
    [operation.getPrinterAttributes]: () => ({ code: status.ok, groups: [printerGroup()] }),
    [operation.validateJob]: () => {
      printer.calls.push('validateJob');
      return { code: status.ok };
    },
    [operation.createJob]: (message) =>
      answerAfter(() =>
        printer.createJob({ jobName: nameOf(message), format: '', side: '1-Sided', isColor: false }),
      ),
    [operation.sendDocument]: (message, document) =>
      answerAfter(() =>
        printer.sendDocument(jobIdOf(message), {
          stream: Readable.from([document]),
          byteLength: document.length,
          format: 'application/pdf',
        }),
      ),
    [operation.getJobAttributes]: (message) => answerAfter(() => printer.getJob(jobIdOf(message))),
    [operation.getJobs]: () => ({ code: status.ok, groups: printer.jobs.map(groupOf) }),
    [operation.cancelJob]: (message) =>
      answerAfter(async () => {
        await printer.cancelJob(jobIdOf(message));
        return undefined;
      }),
  };
  return FakePrinter.start(async (call) => {
    const { message, document } = await call.body();
    const answer = await answers[message.code]?.(message, document);
    call.answer(message, answer?.code ?? status.operationNotSupported, ...(answer?.groups ?? []));
  });
}

function groupOf(job: PrinterJob): Group {
  return jobGroup(
    job.jobId,
    job.state,
    write.name('job-name', job.name),
    write.uri('job-uuid', job.jobUuid ?? ''),
    write.uri('job-uri', job.jobUri),
    write.keyword('job-state-reasons', ...job.reasons),
    write.integer('job-impressions-completed', job.impressionsCompleted),
  );
}

function jobIdOf(message: Message): number {
  return groupsOf(message, groupTag.operation).flatMap((group) => integersOf(group, 'job-id'))[0] ?? 0;
}

function nameOf(message: Message): string {
  return groupsOf(message, groupTag.operation).flatMap((group) => textsOf(group, 'job-name'))[0] ?? '';
}

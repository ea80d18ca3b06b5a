/** A virtual printer's note of one job, as JSON beside the received document. */
export interface PrintedJob {
  /** The printer's own number. It restarts at 1 with the printer. */
  readonly jobId: number;
  readonly jobUuid: string;
  readonly jobName: string;
  readonly mediaType: string;
  /** The requested options, in the words of RFC 8011; absent if not requested. */
  readonly sides?: string;
  readonly printColorMode?: string;
  readonly media?: string;
  readonly printScaling?: string;
  readonly copies: number;
  /** Pages in the received document. */
  readonly pages: number;
  /** The impressions of the whole job, and the impressions completed so far. */
  readonly impressions: number;
  readonly impressionsCompleted: number;
  readonly outcome: 'printing' | 'completed' | 'aborted' | 'crashed' | 'cancelled';
  /** The path of the received document. */
  readonly document: string;
  readonly startedAt: string;
  readonly endedAt?: string;
}

/**
 * Reads a job's attributes from the engine's environment. `ippeveprinter` names each variable `IPP_` plus the
 * attribute in capitals.
 */
export function jobFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Pick<
  PrintedJob,
  | 'jobId'
  | 'jobUuid'
  | 'jobName'
  | 'mediaType'
  | 'sides'
  | 'printColorMode'
  | 'media'
  | 'printScaling'
  | 'copies'
> {
  const attribute = (name: string) => environment[`IPP_${name.toUpperCase().replaceAll('-', '_')}`];
  return {
    jobId: Number(attribute('job-id')),
    jobUuid: attribute('job-uuid') ?? '',
    jobName: attribute('job-name') ?? '',
    mediaType: environment['CONTENT_TYPE'] ?? 'application/octet-stream',
    copies: Number(attribute('copies') ?? 1),
    ...asked('sides', attribute('sides')),
    ...asked('printColorMode', attribute('print-color-mode')),
    ...asked('media', attribute('media') ?? mediaOf(attribute('media-col'))),
    ...asked('printScaling', attribute('print-scaling')),
  };
}

function asked<K extends string>(name: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, string>);
}

function mediaOf(mediaCol: string | undefined): string | undefined {
  return mediaCol === undefined ? undefined : /media-size-name=([^\s}]+)/.exec(mediaCol)?.[1];
}

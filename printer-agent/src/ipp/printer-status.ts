import type { JobReason } from '@sixpence/contracts/printing/job-reasons';
import { booleanOf, groupsOf, integersOf, textsOf, valuesOf } from './codec/attributes.js';
import type { Group } from './codec/message.js';
import { operation } from './operations.js';
import { stoppingReasons } from './reasons.js';
import { garbage, plainWords, shownText, type Reply } from './reply.js';
import { groupTag } from './codec/tags.js';

/** A printer's state and capabilities by its reply, in the terms of RFC 8011 and of our contracts. */
export interface PrinterAttributes {
  state: 'idle' | 'processing' | 'stopped';
  /** The conditions that stop the printer, the most specific first; empty when there is none. */
  reasons: JobReason[];
  accepting: boolean;
  color: boolean;
  duplex: boolean;
  /** Media types, at most 50. */
  formats: string[];
  /** Safe to show, at most 200 characters. */
  makeAndModel: string;
  /** Starts again at 0 with the printer, so a lower value than before means a restart. */
  upTimeSeconds: number;
  uuid: string | null;
  supportsCreateJob: boolean;
  supported: SupportedOptions;
}

/** The values of `*-supported` that decide which options may be sent. */
export interface SupportedOptions {
  /** True when the printer prints colour, even if a job cannot turn colour off. */
  color: boolean;
  sides: string[];
  colorModes: string[];
  media: string[];
  scalings: string[];
  mostCopies: number;
}

/**
 * The attributes that Get-Printer-Attributes asks for. They are few, because old firmware takes seconds for
 * `all`.
 */
export const requestedPrinterAttributes = [
  'color-supported',
  'copies-supported',
  'document-format-supported',
  'media-supported',
  'operations-supported',
  'print-color-mode-supported',
  'print-scaling-supported',
  'printer-is-accepting-jobs',
  'printer-make-and-model',
  'printer-state',
  'printer-state-reasons',
  'printer-up-time',
  'printer-uuid',
  'sides-supported',
] as const;

const states = new Map([
  [3, 'idle'],
  [4, 'processing'],
  [5, 'stopped'],
] as const);

/** @throws IppError `garbage` when the reply has no printer, or no known state */
export function printerAttributesOf(reply: Reply): PrinterAttributes {
  const [printer] = groupsOf(reply.message, groupTag.printer);
  if (!printer) throw garbage(reply, 'it says nothing of the printer');
  const state = states.get(integersOf(printer, 'printer-state')[0] as 3 | 4 | 5);
  if (!state) throw garbage(reply, 'it names no printer-state');

  const supported = supportedOptions(printer);
  const formats = plainWords(textsOf(printer, 'document-format-supported'));
  return {
    state,
    reasons: stoppingReasons(textsOf(printer, 'printer-state-reasons'), state === 'stopped'),
    accepting: booleanOf(printer, 'printer-is-accepting-jobs') ?? true,
    color: supported.color,
    duplex: supported.sides.includes('two-sided-long-edge'),
    formats: formats.filter((format) => format.length <= 100).slice(0, 50),
    makeAndModel: shownText(textsOf(printer, 'printer-make-and-model')[0] ?? '', 200),
    upTimeSeconds: Math.max(0, integersOf(printer, 'printer-up-time')[0] ?? 0),
    uuid: plainWords(textsOf(printer, 'printer-uuid'))[0] ?? null,
    supportsCreateJob: [operation.createJob, operation.sendDocument].every((id) =>
      integersOf(printer, 'operations-supported').includes(id),
    ),
    supported,
  };
}

function supportedOptions(printer: Group): SupportedOptions {
  const [copies] = valuesOf(printer, 'copies-supported');
  const colorModes = plainWords(textsOf(printer, 'print-color-mode-supported'));
  return {
    color: booleanOf(printer, 'color-supported') ?? colorModes.includes('color'),
    sides: plainWords(textsOf(printer, 'sides-supported')),
    colorModes,
    media: plainWords(textsOf(printer, 'media-supported')),
    scalings: plainWords(textsOf(printer, 'print-scaling-supported')),
    mostCopies: copies?.kind === 'range' ? Math.max(1, copies.upper) : 1,
  };
}

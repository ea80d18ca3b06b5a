import type { Side } from '@sixpence/contracts/http/documents';
import { write } from './attributes.js';
import { IppError } from './errors.js';
import type { Attribute } from './message.js';
import type { SupportedOptions } from './printer-status.js';

/** How a document is to be printed. */
export interface JobOptions {
  /** The job's id in our own terms; the printer's job is found by it after a crash. */
  jobName: string;
  /** Media type of the document. */
  format: string;
  side: Side;
  isColor: boolean;
  /** PWG media name; A4 unless told otherwise. */
  media?: string;
  copies?: number;
}

const defaultMedia = 'iso_a4_210x297mm';

/** Options that may be dropped: without them the paper looks different, and costs the same. */
const droppable: readonly string[] = ['media', 'print-scaling'];
/** Options that the price depends on: a printer that changes one does not get the job. */
const binding: readonly string[] = ['sides', 'print-color-mode', 'copies', 'document-format'];

export function isDroppable(attribute: string): boolean {
  return droppable.includes(attribute);
}

export function isBinding(attribute: string): boolean {
  return binding.includes(attribute);
}

/**
 * The job template attributes for a printer. Only what it lists as supported is sent: one unknown value makes some
 * printers refuse the job, and others ignore all options.
 * @param dropped attributes this printer refused although it lists them
 * @throws IppError `unsupported-option` for more copies than the printer makes by itself, and for a black-and-white job at a
 *   colour printer that cannot be told so: it would print colour for the price of black
 */
export function jobTemplate(
  options: JobOptions,
  supported: SupportedOptions,
  dropped: ReadonlySet<string>,
): Attribute[] {
  const { side, isColor, media = defaultMedia, copies = 1 } = options;
  const sides = side === '2-Sided' ? 'two-sided-long-edge' : 'one-sided';
  const colorMode = isColor ? 'color' : 'monochrome';
  if (copies > supported.mostCopies) {
    throw new IppError('unsupported-option', `the printer makes ${supported.mostCopies} copies at most`, {
      attributes: ['copies'],
    });
  }
  if (supported.color && !isColor && !supported.colorModes.includes(colorMode)) {
    throw new IppError('unsupported-option', 'the printer prints colour, and cannot be told not to', {
      attributes: ['print-color-mode'],
    });
  }
  const attributes = [
    ...(supported.sides.includes(sides) ? [write.keyword('sides', sides)] : []),
    ...(supported.colorModes.includes(colorMode) ? [write.keyword('print-color-mode', colorMode)] : []),
    ...(supported.media.includes(media) ? [write.keyword('media', media)] : []),
    ...(supported.scalings.includes('fit') ? [write.keyword('print-scaling', 'fit')] : []),
    ...(copies > 1 ? [write.integer('copies', copies)] : []),
  ];
  return attributes.filter(({ name }) => !dropped.has(name));
}

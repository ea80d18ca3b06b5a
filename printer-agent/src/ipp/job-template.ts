import type { Side } from '@sixpence/contracts/http/documents';
import { write } from './codec/attributes.js';
import { IppError } from './errors.js';
import type { Attribute } from './codec/message.js';
import type { SupportedOptions } from './printer-status.js';

/** The options with which a document is printed. */
export interface JobOptions {
  /** Our own id of the job, by which the job is found at the printer after a crash. */
  jobName: string;
  /** Media type of the document. */
  format: string;
  side: Side;
  isColor: boolean;
  /** PWG media name; A4 by default. */
  media?: string;
  copies?: number;
}

const defaultMedia = 'iso_a4_210x297mm';

/** Options that may be dropped: without them the paper looks different, but costs the same. */
const droppable: readonly string[] = ['media', 'print-scaling'];
/** Options that affect the price: a printer that changes one does not get the job. */
const binding: readonly string[] = ['sides', 'print-color-mode', 'copies', 'document-format'];

export function isDroppable(attribute: string): boolean {
  return droppable.includes(attribute);
}

export function isBinding(attribute: string): boolean {
  return binding.includes(attribute);
}

/**
 * The job template attributes for a printer. Only values that the printer lists as supported are sent: one
 * unknown value makes some printers refuse the job, and others ignore all options.
 * @param dropped attributes that this printer refused although it lists them
 * @throws IppError `unsupported-option` for more copies than the printer makes by itself, for a
 * black-and-white job at a colour printer that has no such option, and for a colour job at a printer that
 * would print it in black and white
 */
export function jobTemplate(
  options: JobOptions,
  supported: SupportedOptions,
  dropped: ReadonlySet<string>,
): Attribute[] {
  const { side, media = defaultMedia, copies = 1 } = options;
  const sides = side === '2-Sided' ? 'two-sided-long-edge' : 'one-sided';
  if (copies > supported.mostCopies) {
    throw new IppError('unsupported-option', `the printer makes ${supported.mostCopies} copies at most`, {
      attributes: ['copies'],
    });
  }
  const colorMode = colorModeOf(options, supported);
  const attributes = [
    ...(supported.sides.includes(sides) ? [write.keyword('sides', sides)] : []),
    ...(colorMode === undefined ? [] : [write.keyword('print-color-mode', colorMode)]),
    ...(supported.media.includes(media) ? [write.keyword('media', media)] : []),
    ...(supported.scalings.includes('fit') ? [write.keyword('print-scaling', 'fit')] : []),
    ...(copies > 1 ? [write.integer('copies', copies)] : []),
  ];
  return attributes.filter(({ name }) => !dropped.has(name));
}

/**
 * The value of `print-color-mode`; undefined where the printer has no choice, or lists none. A printer that
 * lists `auto` but not `color` chooses by the page when it gets `auto`. If it got no mode, it might use its
 * own default, which is often black and white.
 * @throws IppError `unsupported-option` where the print would not match the price
 */
function colorModeOf({ isColor }: JobOptions, { color, colorModes }: SupportedOptions): string | undefined {
  const mode = (isColor ? ['color', 'auto'] : ['monochrome']).find((each) => colorModes.includes(each));
  if (isColor && !color) throw unsupportedColor('the printer prints no colour');
  if (mode !== undefined || !color || (isColor && colorModes.length === 0)) return mode;
  throw unsupportedColor(
    isColor
      ? 'the printer cannot be told to print colour'
      : 'the printer prints colour, and cannot be told not to',
  );
}

function unsupportedColor(message: string): IppError {
  return new IppError('unsupported-option', message, { attributes: ['print-color-mode'] });
}

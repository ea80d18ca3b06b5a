import type { JobReason } from '@sixpence/contracts/job-reasons';
import { IconAlertTriangle, IconCircleCheck, IconPlugConnectedX, IconPrinter } from '@tabler/icons-react';
import { type PrinterCondition, printerMood, printerWords } from './printer-words.js';

const icons = { good: IconCircleCheck, busy: IconPrinter, warn: IconAlertTriangle, stop: IconPlugConnectedX };

/** A printer's name and how it is, in a word and an icon; never in colour alone. */
export function PrinterState({
  printer,
}: {
  printer: PrinterCondition & { name: string; reasons: JobReason[] };
}) {
  const mood = printerMood(printer);
  const Icon = icons[mood];
  return (
    <span className="sp-printer" data-mood={mood}>
      <span>{printer.name}</span>
      <span className="sp-printer-words sp-printer">
        <Icon size="1.1em" aria-hidden />
        {printerWords(printer)}
      </span>
    </span>
  );
}

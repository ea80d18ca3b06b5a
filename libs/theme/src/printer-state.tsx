import type { JobReason } from '@sixpence/contracts/printing/job-reasons';
import { CircleCheckIcon, PrinterIcon, TriangleAlertIcon, UnplugIcon } from 'lucide-react';
import { type PrinterCondition, printerMood, printerWords } from './printer-words.js';

const icons = { good: CircleCheckIcon, busy: PrinterIcon, warn: TriangleAlertIcon, stop: UnplugIcon };

/** A printer's name and state, in words and an icon; never in colour only. */
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

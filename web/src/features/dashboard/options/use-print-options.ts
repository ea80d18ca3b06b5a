import type { PrintOptions, Side } from '@sixpence/contracts/http/documents';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSessionGuard } from '../../../lib/session-guard.js';
import { changeOptions, fetchAgain } from '../documents/document-cache.js';
import { sendColor, sendSides } from '../documents/document-calls.js';
import { ChoiceQueue, type SendChoice } from './choice-queue.js';

/**
 * Sides and colour of all documents. A choice shows at once and is then sent to the server; failures are
 * ignored, as specified. Until the server's options are known, the last choice on this page counts, or the
 * specified defaults.
 */
export function usePrintOptions(known: PrintOptions | undefined) {
  const queries = useQueryClient();
  const guard = useSessionGuard();
  const [chosen, setChosen] = useState<PrintOptions>({ side: '1-Sided', isColor: false });
  const [choices] = useState(() => new ChoiceQueue());
  const { side, isColor } = known ?? chosen;

  function choose(option: keyof PrintOptions, part: Partial<PrintOptions>, send: SendChoice) {
    setChosen({ side, isColor, ...part });
    changeOptions(queries, part);
    // A list that was fetched during the calls may hold the old options, so it is fetched again at the end.
    // An earlier fetch would undo a choice that is still queued.
    choices.add({ option, send }, guard, () => fetchAgain(queries));
  }

  return {
    side,
    isColor,
    chooseSide: (next: Side) => choose('side', { side: next }, () => sendSides(next)),
    chooseColor: (next: boolean) => choose('isColor', { isColor: next }, () => sendColor(next)),
  };
}

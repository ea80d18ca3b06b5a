import type { PrintOptions, Side } from '@sixpence/contracts/http/documents';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSessionGuard } from '../../../lib/session-guard.js';
import { changeOptions, fetchAgain } from '../documents/document-cache.js';
import { tellColor, tellSides } from '../documents/document-calls.js';
import { ChoicesInTurn, type Tell } from './choices-in-turn.js';

/**
 * Sides and colour: all documents change here at once, then the server is told; its failures are ignored, as specified.
 * Until it has been heard of what was chosen before, the last choice of this page stands, or the specified defaults.
 */
export function usePrintOptions(known: PrintOptions | undefined) {
  const queries = useQueryClient();
  const guard = useSessionGuard();
  const [chosen, setChosen] = useState<PrintOptions>({ side: '1-Sided', isColor: false });
  const [choices] = useState(() => new ChoicesInTurn());
  const { side, isColor } = known ?? chosen;

  function choose(option: keyof PrintOptions, part: Partial<PrintOptions>, tell: Tell) {
    setChosen({ side, isColor, ...part });
    changeOptions(queries, part);
    // A list that was on its way while the server was told may hold the options of before. Fetched any earlier, it
    // would turn back a choice that still waits.
    choices.add({ option, tell }, guard, () => fetchAgain(queries));
  }

  return {
    side,
    isColor,
    chooseSide: (next: Side) => choose('side', { side: next }, () => tellSides(next)),
    chooseColor: (next: boolean) => choose('isColor', { isColor: next }, () => tellColor(next)),
  };
}

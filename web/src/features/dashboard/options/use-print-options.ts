import type { PrintOptions, Side } from '@sixpence/contracts/http/documents';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSessionGuard } from '../../../lib/session.js';
import { changeOptions, fetchAgain } from '../documents/document-cache.js';
import { tellColor, tellSides } from '../documents/document-calls.js';

/**
 * Sides and colour: all documents change here at once, then the server is told, one choice after the other, so that the
 * last one stands there too; its failures are ignored, as specified.
 * Until it has been heard of what was chosen before, the last choice of this page stands, or the specified defaults.
 */
export function usePrintOptions(known: PrintOptions | undefined) {
  const queries = useQueryClient();
  const guard = useSessionGuard();
  const [chosen, setChosen] = useState<PrintOptions>({ side: '1-Sided', isColor: false });
  const told = useRef(Promise.resolve());
  const { side, isColor } = known ?? chosen;

  function choose(part: Partial<PrintOptions>, tell: () => Promise<void>) {
    setChosen({ side, isColor, ...part });
    changeOptions(queries, part);
    told.current = told.current.then(async () => {
      try {
        // A list that was on its way while the server was told may hold the options of before.
        if (await guard(tell)) fetchAgain(queries);
      } catch (error) {
        console.warn('The server was not told of the print options', error);
      }
    });
  }

  return {
    side,
    isColor,
    chooseSide: (next: Side) => choose({ side: next }, () => tellSides(next)),
    chooseColor: (next: boolean) => choose({ isColor: next }, () => tellColor(next)),
  };
}

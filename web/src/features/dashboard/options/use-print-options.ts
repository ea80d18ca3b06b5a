import type { DocumentRow, Side } from '@sixpence/contracts/http/documents';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSessionGuard } from '../../../lib/session.js';
import { changeAll, fetchAgain } from '../documents/document-cache.js';
import { tellColor, tellSides } from '../documents/document-calls.js';

/**
 * Sides and colour: all documents change here at once, then the server is told, one choice after the other, so that the
 * last one stands there too; its failures are ignored, as specified.
 * Without documents the last choice of this page stands, the specified defaults before that.
 */
export function usePrintOptions(documents: readonly DocumentRow[]) {
  const queries = useQueryClient();
  const guard = useSessionGuard();
  const [chosen, setChosen] = useState<{ side: Side; isColor: boolean }>({ side: '1-Sided', isColor: false });
  const told = useRef(Promise.resolve());
  const { side, isColor } = documents[0] ?? chosen;

  function choose(part: Partial<typeof chosen>, tell: () => Promise<void>) {
    setChosen({ side, isColor, ...part });
    changeAll(queries, part);
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

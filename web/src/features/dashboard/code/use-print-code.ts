import type { CreateCodeAnswer } from '@sixpence/contracts/http/release';
import { useState } from 'react';
import { post } from '../../../lib/http.js';
import { useSessionGuard } from '../../../lib/session.js';

/** What the code area shows. `uses` is how many codes had been used when this one was made. */
export type CodeState =
  | { kind: 'none' }
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'shown'; code: string; expiresAt: string; uses: number };

/** Gets a print code and forgets it again; resetting is local, as specified, and the code itself runs out. */
export function usePrintCode(uses: number) {
  const guard = useSessionGuard();
  const [state, setState] = useState<CodeState>({ kind: 'none' });

  async function getCode() {
    setState({ kind: 'loading' });
    try {
      await guard(async () => {
        const { code, expiresAt } = await post<CreateCodeAnswer>('/create-code');
        setState({ kind: 'shown', code, expiresAt, uses });
      });
    } catch (error) {
      console.error('No print code could be made', error);
      setState({ kind: 'failed' });
    }
  }

  return { state, getCode, reset: () => setState({ kind: 'none' }) };
}

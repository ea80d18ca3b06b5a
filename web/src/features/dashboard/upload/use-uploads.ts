import { useCallback, useReducer, useRef, useState } from 'react';
import { signInNeeded, useSessionCheck, useSessionGuard } from '../../../lib/session-guard.js';
import { sessionIsValid } from '../../../lib/session.js';
import { whenSignedOut } from '../../../lib/sign-out.js';
import { isAccepted } from './file-type.js';
import { alertsOf, type RefusedFile, refusedFile, type UploadAlert } from './upload-alert.js';
import { uploadFile } from './upload-file.js';
import { type Upload, uploadsAfter } from './upload-steps.js';

let uploadCount = 0;

export interface Uploads {
  uploads: readonly Upload[];
  /** What did not go, since files were last picked. */
  alerts: readonly UploadAlert[];
  /** `onAdded` hears the ids of the rows that stand in for the accepted files. */
  add: (files: readonly File[], onAdded: (ids: string[]) => void) => Promise<void>;
  /** Uploads that are not needed any more, by our own ids. */
  forget: (ids: string[]) => void;
  /** A file that is waiting or being sent does not go, and nothing of it stays at the server. */
  cancel: (upload: Upload) => void;
}

/**
 * Sends what a person picks, one file after the other: a signed address lives for minutes, so that each is asked for
 * when its turn has come.
 */
export function useUploads(listener: {
  onAddressed: (id: string, orderId: string) => void;
  /** A file was sent, or refused: either way the list, or the room in it, is another. */
  onSettled: () => void;
  /** A file was cancelled after the server knew of it: tells the server that. */
  giveUp: (orderId: string) => Promise<void>;
}): Uploads {
  const guard = useSessionGuard();
  const sessionHolds = useSessionCheck();
  const [uploads, tell] = useReducer(uploadsAfter, []);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);

  const wanted = useRef(new Map<string, AbortController>());

  const forget = useCallback((ids: string[]) => tell({ type: 'dropped', ids }), []);

  function cancel({ id }: Upload) {
    void sessionHolds();
    wanted.current.get(id)?.abort();
    forget([id]);
  }

  async function send({ id, file }: { id: string; file: File }, signal: AbortSignal) {
    let known: string | undefined;
    try {
      await uploadFile(file, {
        signal,
        onAddress: (orderId) => {
          known = orderId;
          tell({ type: 'addressed', id, orderId });
          listener.onAddressed(id, orderId);
        },
        onShare: (share) => tell({ type: 'progress', id, share }),
      });
      tell({ type: 'sent', id });
    } catch (error) {
      if (signInNeeded(error)) throw error;
      tell({ type: 'dropped', ids: [id] });
      if (!signal.aborted) setRefused((before) => [...before, refusedFile(file.name, error)]);
    }
    // Its bytes may have come whole all the same.
    if (signal.aborted && known !== undefined) void giveUp(known).finally(listener.onSettled);
    else listener.onSettled();
  }

  /** As a deletion, whose failure is silent: what never arrives ends by itself. */
  async function giveUp(orderId: string): Promise<void> {
    try {
      // A sign-out cancels uploads as well, and leads to another page by itself.
      if (await sessionIsValid()) await listener.giveUp(orderId);
    } catch (error) {
      console.warn('The server was not told that an upload was cancelled', error);
    }
  }

  async function add(files: readonly File[], onAdded: (ids: string[]) => void) {
    const notAccepted = files.filter((file) => !isAccepted(file));
    setRefused(notAccepted.map(({ name }) => ({ fileName: name, status: 415 })));
    const batch = files
      .filter(isAccepted)
      .map((file) => ({ id: `upload-${++uploadCount}`, file, cancelling: new AbortController() }));
    if (batch.length === 0) return;
    for (const { id, cancelling } of batch) wanted.current.set(id, cancelling);
    tell({ type: 'added', files: batch.map(({ id, file }) => ({ id, fileName: file.name })) });
    onAdded(batch.map(({ id }) => id));
    const stopHearing = whenSignedOut(() => {
      for (const { cancelling } of batch) cancelling.abort();
    });
    const done = await guard(async () => {
      for (const item of batch) {
        const { signal } = item.cancelling;
        if (!signal.aborted) await send(item, signal);
      }
    });
    stopHearing();
    for (const { id } of batch) wanted.current.delete(id);
    if (!done) tell({ type: 'dropped', ids: batch.map(({ id }) => id) });
  }

  return { uploads, alerts: alertsOf(refused), add, forget, cancel };
}

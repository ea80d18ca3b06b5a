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
  /** Alerts about the files that failed since the user last picked files. */
  alerts: readonly UploadAlert[];
  /** `onAdded` gets the ids of the new rows, one for each accepted file. */
  add: (files: readonly File[], onAdded: (ids: string[]) => void) => Promise<void>;
  /** Removes uploads, by the page's own ids. */
  forget: (ids: string[]) => void;
  /** Cancels a file that waits or is being sent. The server keeps nothing of it. */
  cancel: (upload: Upload) => void;
}

/**
 * Uploads the user's files one after the other. Each signed address is valid for minutes, so it is requested
 * just before its file is sent.
 */
export function useUploads(listener: {
  onAddressed: (id: string, orderId: string) => void;
  /** A file was sent or refused, so the list or the space left has changed. */
  onSettled: () => void;
  /** Deletes a cancelled file that the server already knows. */
  deleteCancelled: (orderId: string) => Promise<void>;
}): Uploads {
  const guard = useSessionGuard();
  const checkSession = useSessionCheck();
  const [uploads, dispatch] = useReducer(uploadsAfter, []);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);

  const controllers = useRef(new Map<string, AbortController>());

  const forget = useCallback((ids: string[]) => dispatch({ type: 'dropped', ids }), []);

  function cancel({ id }: Upload) {
    void checkSession();
    controllers.current.get(id)?.abort();
    forget([id]);
  }

  async function send({ id, file }: { id: string; file: File }, signal: AbortSignal) {
    let known: string | undefined;
    try {
      await uploadFile(file, {
        signal,
        onAddress: (orderId) => {
          known = orderId;
          dispatch({ type: 'addressed', id, orderId });
          listener.onAddressed(id, orderId);
        },
        onShare: (share) => dispatch({ type: 'progress', id, share }),
      });
      dispatch({ type: 'sent', id });
    } catch (error) {
      if (signInNeeded(error)) throw error;
      dispatch({ type: 'dropped', ids: [id] });
      if (!signal.aborted) setRefused((before) => [...before, refusedFile(file.name, error)]);
    }
    // All bytes may have arrived before the user cancelled.
    if (signal.aborted && known !== undefined) void deleteCancelled(known).finally(listener.onSettled);
    else listener.onSettled();
  }

  /** A failure is only logged, as for a deletion: an upload without bytes expires by itself. */
  async function deleteCancelled(orderId: string): Promise<void> {
    try {
      // A sign-out also cancels uploads. It leads to /login itself, so this check does not.
      if (await sessionIsValid()) await listener.deleteCancelled(orderId);
    } catch (error) {
      console.warn('The cancellation of an upload did not reach the server', error);
    }
  }

  async function add(files: readonly File[], onAdded: (ids: string[]) => void) {
    const notAccepted = files.filter((file) => !isAccepted(file));
    setRefused(notAccepted.map(({ name }) => ({ fileName: name, status: 415 })));
    const batch = files
      .filter(isAccepted)
      .map((file) => ({ id: `upload-${++uploadCount}`, file, cancelling: new AbortController() }));
    if (batch.length === 0) return;
    for (const { id, cancelling } of batch) controllers.current.set(id, cancelling);
    dispatch({ type: 'added', files: batch.map(({ id, file }) => ({ id, fileName: file.name })) });
    onAdded(batch.map(({ id }) => id));
    const stopListening = whenSignedOut(() => {
      for (const { cancelling } of batch) cancelling.abort();
    });
    const done = await guard(async () => {
      for (const item of batch) {
        const { signal } = item.cancelling;
        if (!signal.aborted) await send(item, signal);
      }
    });
    stopListening();
    for (const { id } of batch) controllers.current.delete(id);
    if (!done) dispatch({ type: 'dropped', ids: batch.map(({ id }) => id) });
  }

  return { uploads, alerts: alertsOf(refused), add, forget, cancel };
}

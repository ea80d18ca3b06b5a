import { useReducer, useState } from 'react';
import { HttpFailure } from '../../../lib/http.js';
import { useSessionGuard } from '../../../lib/session.js';
import { isAccepted } from './file-type.js';
import { failureAlert, typeAlert, type UploadAlert } from './upload-alert.js';
import { uploadFile } from './upload-file.js';
import { type Upload, uploadsAfter } from './upload-steps.js';

let uploadCount = 0;

export interface Uploads {
  uploads: readonly Upload[];
  /** What did not go, since files were last picked. */
  alerts: readonly UploadAlert[];
  /** `onAdded` hears the ids of the rows that stand in for the accepted files. */
  add: (files: readonly File[], onAdded: (ids: string[]) => void) => Promise<void>;
}

/**
 * Sends what a person picks, one file after the other: a signed address lives for minutes, so that each is asked for
 * when its turn has come.
 */
export function useUploads(listener: {
  onAddressed: (id: string, orderId: string) => void;
  onSent: () => void;
}): Uploads {
  const guard = useSessionGuard();
  const [uploads, tell] = useReducer(uploadsAfter, []);
  const [alerts, setAlerts] = useState<readonly UploadAlert[]>([]);

  async function send({ id, file }: { id: string; file: File }) {
    try {
      await uploadFile(file, {
        onAddress: (orderId) => {
          tell({ type: 'addressed', id, orderId });
          listener.onAddressed(id, orderId);
        },
        onShare: (share) => tell({ type: 'progress', id, share }),
      });
      tell({ type: 'sent', id });
      listener.onSent();
    } catch (error) {
      if (error instanceof HttpFailure && error.needsSignIn) throw error;
      tell({ type: 'dropped', ids: [id] });
      setAlerts((before) => [...before, failureAlert(file.name, error)]);
    }
  }

  async function add(files: readonly File[], onAdded: (ids: string[]) => void) {
    const refused = files.filter((file) => !isAccepted(file));
    setAlerts(refused.length > 0 ? [typeAlert(refused.map(({ name }) => name))] : []);
    const batch = files.filter(isAccepted).map((file) => ({ id: `upload-${++uploadCount}`, file }));
    if (batch.length === 0) return;
    tell({ type: 'added', files: batch.map(({ id, file }) => ({ id, fileName: file.name })) });
    onAdded(batch.map(({ id }) => id));
    const done = await guard(async () => {
      for (const item of batch) await send(item);
    });
    if (!done) tell({ type: 'dropped', ids: batch.map(({ id }) => id) });
  }

  return { uploads, alerts, add };
}

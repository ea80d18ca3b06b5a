import { post } from '../../../lib/http.js';
import { requireSession } from '../../../lib/session-guard.js';
import { sentType } from './file-type.js';
import { putFile, PutFailure } from './put-file.js';

export interface UploadProgress {
  /**
   * Receives the id that the server gave the document. It is called again if a second signed address was
   * needed.
   */
  onAddress: (orderId: string) => void;
  onShare: (share: number) => void;
}

/**
 * Uploads one file: requests a signed address and puts the bytes there. If the storage refuses the address
 * (it is valid for five minutes), a new one is requested once, provided that the session is valid.
 * @throws HttpFailure from `/file-upload`, or with 401 when the session has ended; PutFailure when the
 * storage refuses the bytes; the signal's reason when aborted
 */
export async function uploadFile(
  file: File,
  { signal, ...progress }: UploadProgress & { signal: AbortSignal },
): Promise<void> {
  const send = async () => sendTo(await askAddress(file, progress, signal), file, progress, signal);
  try {
    await send();
  } catch (error) {
    if (!(error instanceof PutFailure && (error.status === 401 || error.status === 403))) throw error;
    await requireSession();
    await send();
  }
}

async function askAddress(file: File, { onAddress }: UploadProgress, signal: AbortSignal): Promise<string> {
  const described = { originalFileName: file.name, fileType: sentType(file), fileSize: file.size };
  const { preSignedUrl, orderId } = await post('/file-upload', described, signal);
  onAddress(orderId);
  signal.throwIfAborted();
  return preSignedUrl;
}

function sendTo(url: string, file: File, { onShare }: UploadProgress, signal: AbortSignal): Promise<void> {
  return putFile({ url, file, type: sentType(file), onShare, signal });
}

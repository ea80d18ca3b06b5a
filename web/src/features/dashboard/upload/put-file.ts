/** The storage did not accept the bytes; `status` is 0 when the connection broke. */
export class PutFailure extends Error {
  override readonly name = 'PutFailure';

  constructor(readonly status: number) {
    super(
      status === 0 ? 'The connection broke while the file was being sent' : `The storage answered ${status}`,
    );
  }
}

/**
 * Puts a file to its signed address, with the content type that was signed. Uses XMLHttpRequest, because
 * `fetch` does not report the progress of an upload.
 * @throws PutFailure for every answer but a 2xx; the signal's reason when aborted
 */
export function putFile(put: {
  url: string;
  file: File;
  type: string;
  onShare: (share: number) => void;
  signal: AbortSignal;
}): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', put.url);
    request.setRequestHeader('content-type', put.type);
    request.upload.onprogress = ({ loaded, total }) => put.onShare(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(new PutFailure(0));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new PutFailure(request.status));
    };
    put.signal.addEventListener('abort', () => {
      request.abort();
      reject(put.signal.reason as Error);
    });
    request.send(put.file);
  });
}

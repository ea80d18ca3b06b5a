import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { answerCalls, type AnsweredCalls } from '../../../lib/testing/answered-calls.js';
import { PutFailure } from './put-file.js';
import { uploadFile } from './upload-file.js';

const { fetch: realFetch, XMLHttpRequest: realRequest } = globalThis;
const file = new File(['%PDF-1.7'], 'thesis.pdf', { type: 'application/pdf' });

type Progress = (loaded: number, total?: number) => void;
/** The storage's answers in order; `never` holds the request. */
let storage: (number | 'never')[];
let puts: { address: string; type: string; isAborted: boolean; onprogress: Progress }[];
let calls: AnsweredCalls;
let addresses: number;

class StorageRequest {
  readonly upload: { onprogress?: (progress: { loaded: number; total: number }) => void } = {};
  status = 0;
  onload?: () => void;
  onerror?: () => void;
  private readonly put = { address: '', type: '', isAborted: false, onprogress: (() => {}) as Progress };

  open(_: string, address: string) {
    this.put.address = address;
    this.put.onprogress = (loaded, total = file.size) => this.upload.onprogress?.({ loaded, total });
    puts.push(this.put);
  }

  setRequestHeader(_: string, type: string) {
    this.put.type = type;
  }

  send() {
    const status = storage.shift() ?? 200;
    if (status === 'never') return;
    this.status = status;
    queueMicrotask(() => (status === 0 ? this.onerror : this.onload)?.());
  }

  abort() {
    this.put.isAborted = true;
  }
}

beforeEach(() => {
  globalThis.XMLHttpRequest = StorageRequest as unknown as typeof XMLHttpRequest;
  [storage, puts, addresses] = [[], [], 0];
  calls = answerCalls({ '/validate-session': { status: 200, body: { valid: true } } });
  const answered = globalThis.fetch;
  // Each answer has a new address.
  globalThis.fetch = (path, init) => {
    if (path === '/file-upload') {
      addresses += 1;
      const body = { preSignedUrl: `/storage/${addresses}`, orderId: `document-${addresses}` };
      calls.answers['/file-upload'] ??= { status: 200, body };
      if (calls.answers['/file-upload'].status === 200) calls.answers['/file-upload'].body = body;
    }
    return answered(path, init);
  };
});
afterEach(() => {
  Object.assign(globalThis, { fetch: realFetch, XMLHttpRequest: realRequest });
});

function send(signal: AbortSignal = new AbortController().signal) {
  const onAddress = jest.fn<(orderId: string) => void>();
  const onShare = jest.fn<(share: number) => void>();
  return { onAddress, onShare, sent: uploadFile(file, { signal, onAddress, onShare }) };
}

const paths = () => calls.sent.map(([path]) => path);

test.each([401, 403])(
  'an address that the storage refuses with %i is replaced after a check of the session',
  async (status) => {
    storage = [status, 200];
    const { onAddress, sent } = send();
    await sent;
    expect(calls.sent[0]?.[1]).toEqual({
      originalFileName: 'thesis.pdf',
      fileType: 'application/pdf',
      fileSize: 8,
    });
    expect(paths()).toEqual(['/file-upload', '/validate-session', '/file-upload']);
    expect(onAddress.mock.calls).toEqual([['document-1'], ['document-2']]);
    expect(puts.map(({ address, type }) => [address, type])).toEqual([
      ['/storage/1', 'application/pdf'],
      ['/storage/2', 'application/pdf'],
    ]);
  },
);

test('an address is replaced once: the second refusal ends the upload', async () => {
  storage = [403, 403, 200];
  await expect(send().sent).rejects.toEqual(new PutFailure(403));
  expect(puts).toHaveLength(2);
});

test('if the session has ended, no second address is requested', async () => {
  calls.answers['/validate-session'] = { status: 200, body: { valid: false } };
  storage = [403];
  await expect(send().sent).rejects.toMatchObject({ name: 'HttpFailure', status: 401 });
  expect(paths()).toEqual(['/file-upload', '/validate-session']);
});

test.each([0, 199, 300, 413, 503])(
  'a file whose bytes are answered with %i is not sent again',
  async (status) => {
    storage = [status, 200];
    await expect(send().sent).rejects.toEqual(new PutFailure(status));
    expect(puts).toHaveLength(1);
  },
);

test('after a refusal by core no second address is requested', async () => {
  calls.answers['/file-upload'] = { status: 403 };
  await expect(send().sent).rejects.toMatchObject({ name: 'HttpFailure', status: 403 });
  expect(paths()).toEqual(['/file-upload']);
});

test.each([200, 204, 299])('an answer of %i completes the upload', async (status) => {
  storage = [status];
  await send().sent;
  expect(puts).toHaveLength(1);
});

test("a file that is cancelled before its address arrives sends no byte, and reports the document's id", async () => {
  const cancelling = new AbortController();
  const { onAddress, sent } = send(cancelling.signal);
  cancelling.abort(new Error('cancelled'));
  await expect(sent).rejects.toThrow('cancelled');
  expect(onAddress.mock.calls).toEqual([['document-1']]);
  expect(puts).toEqual([]);
});

test('cancelling a running upload aborts its request', async () => {
  storage = ['never'];
  const cancelling = new AbortController();
  const { onShare, sent } = send(cancelling.signal);
  await new Promise((resolve) => setTimeout(resolve));
  puts[0]?.onprogress(file.size / 4);
  // An empty file has no bytes to wait for.
  puts[0]?.onprogress(0, 0);
  expect(onShare.mock.calls).toEqual([[0.25], [1]]);
  cancelling.abort(new Error('cancelled'));
  await expect(sent).rejects.toThrow('cancelled');
  expect(puts[0]?.isAborted).toBe(true);
});

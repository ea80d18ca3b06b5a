import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { useUploads } from './use-uploads.js';

const { fetch: realFetch, XMLHttpRequest: realRequest } = globalThis;
const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

/** Core's status for a file's address, by the name of the file; 200 by default. */
let statuses: Record<string, number>;
/** Whether the storage leaves its requests unanswered. */
let storageWaits: boolean;

/** A storage that accepts every file. */
class StorageRequest {
  readonly upload = {};
  readonly status = 200;
  onload?: () => void;
  open() {}
  setRequestHeader() {}
  abort() {}
  send() {
    if (storageWaits) return;
    queueMicrotask(() => this.onload?.());
  }
}

beforeEach(() => {
  statuses = {};
  storageWaits = false;
  globalThis.XMLHttpRequest = StorageRequest as unknown as typeof XMLHttpRequest;
  const headers = new Headers({ 'content-type': 'application/json' });
  globalThis.fetch = (path, init) => {
    const { originalFileName: name = '' } = JSON.parse((init?.body as string | undefined) ?? '{}') as {
      originalFileName?: string;
    };
    const body =
      path === '/validate-session' ? { valid: true } : { preSignedUrl: '/put', orderId: `of ${name}` };
    return Promise.resolve({
      status: statuses[name] ?? 200,
      headers,
      json: () => Promise.resolve(body),
    } as Response);
  };
});
afterEach(() => {
  cleanup();
  Object.assign(globalThis, { fetch: realFetch, XMLHttpRequest: realRequest });
});

function onPage() {
  const listener = {
    onAddressed: jest.fn<(id: string, orderId: string) => void>(),
    onSettled: jest.fn(),
    deleteCancelled: jest.fn<(orderId: string) => Promise<void>>(),
  };
  return { listener, result: renderHook(() => useUploads(listener), { wrapper: MemoryRouter }).result };
}

test('if core refuses the second of three files, the third is sent, and the alert names the second', async () => {
  statuses = { 'second.pdf': 409 };
  const { result, listener } = onPage();
  const ids: string[] = [];
  const files = ['first.pdf', 'second.pdf', 'third.pdf'].map(pdf);
  await act(() => result.current.add(files, (added) => ids.push(...added)));
  expect(result.current.uploads.map(({ fileName, orderId, step }) => [fileName, orderId, step])).toEqual([
    ['first.pdf', 'of first.pdf', 'sent'],
    ['third.pdf', 'of third.pdf', 'sent'],
  ]);
  expect(listener.onAddressed.mock.calls).toEqual([
    [ids[0], 'of first.pdf'],
    [ids[2], 'of third.pdf'],
  ]);
  expect(listener.onSettled).toHaveBeenCalledTimes(3);
  expect(listener.deleteCancelled).not.toHaveBeenCalled();
  expect(result.current.alerts).toHaveLength(1);
  expect(result.current.alerts[0]?.advice).toContain('second.pdf');
});

test('a new upload clears the earlier alerts, and each refused file has its alert', async () => {
  statuses = { 'first.pdf': 409, 'second.pdf': 503, 'third.pdf': 409 };
  const { result } = onPage();
  await act(() => result.current.add([pdf('first.pdf')], () => undefined));
  await act(() => result.current.add([pdf('second.pdf'), pdf('third.pdf')], () => undefined));
  const advice = result.current.alerts.map((alert) => alert.advice).join(' ');
  expect(advice).not.toContain('first.pdf');
  expect(advice).toContain('second.pdf');
  expect(advice).toContain('third.pdf');
});

test('a session that ends at the second file removes the rows of all files', async () => {
  statuses = { 'second.pdf': 401 };
  const { result, listener } = onPage();
  await act(() => result.current.add(['first.pdf', 'second.pdf', 'third.pdf'].map(pdf), () => undefined));
  await waitFor(() => expect(result.current.uploads).toEqual([]));
  expect(listener.onAddressed).toHaveBeenCalledTimes(1);
  expect(result.current.alerts).toEqual([]);
});

test('a file that is cancelled while it is sent is deleted without an alert, and a cancelled file after it is not sent', async () => {
  storageWaits = true;
  const { result, listener } = onPage();
  let adding: Promise<void> | undefined;
  act(() => void (adding = result.current.add(['first.pdf', 'second.pdf'].map(pdf), () => undefined)));
  await waitFor(() => expect(listener.onAddressed).toHaveBeenCalledTimes(1));
  const [first, second] = result.current.uploads;
  await act(async () => {
    result.current.cancel(second!);
    result.current.cancel(first!);
    await adding;
  });
  await waitFor(() => expect(listener.deleteCancelled.mock.calls).toEqual([['of first.pdf']]));
  expect(listener.onAddressed).toHaveBeenCalledTimes(1);
  expect([result.current.uploads, result.current.alerts]).toEqual([[], []]);
});

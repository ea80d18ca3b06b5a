import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { accepts } from './ready.js';

test('a socket accepts connections when a process listens on it, and neither before nor after', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-socket-'));
  const path = join(folder, 'socket');
  const isReady = accepts(path);
  const server = createServer((socket) => socket.destroy());
  try {
    const before = await isReady();
    await once(server.listen(path), 'listening');
    const during = await isReady();
    await new Promise((resolve) => server.close(resolve));
    expect([before, during, await isReady()]).toEqual([false, true, false]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

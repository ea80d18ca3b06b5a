import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { PanelPage } from '../testing/panel-page.js';
import { TestBox } from '../testing/test-box.js';
import { until } from '../testing/wait.js';

let box: TestBox;
beforeEach(async () => {
  box = await TestBox.start();
});
afterEach(() => box.stop());

describe("the box's web server", () => {
  const ask = (path: string, host = `localhost:${box.agent.port}`, cookie = '') =>
    fetch(`http://127.0.0.1:${box.agent.port}${path}`, { headers: { host, cookie } });

  test('answers its health', async () => {
    expect(await (await ask('/healthz')).json()).toEqual({ status: 'ok', online: true });
  });

  test('lists the printers and serves their panels', async () => {
    expect(await (await ask('/')).text()).toContain('<a href="/panel/hall">Hall printer</a>');
    const cookie = await PanelPage.pair(box.agent.port, 'hall');
    expect(await (await ask('/panel/hall', undefined, cookie)).text()).toContain('the panel');
    expect(await (await ask('/panel-app/index.html')).text()).toContain('the panel');
    expect((await ask('/panel/attic')).status).toBe(404);
    expect((await ask('/panel-app/../data/agent-key.pem')).status).toBe(404);
  });

  test('closes a page that sends a message outside the contract', async () => {
    box.page.press('{"action":"format-disk"}');
    await until(() => !box.page.isOpen);
  });

  test('answers a panel while one address holds the maximum of silent connections', async () => {
    const silent = Array.from({ length: 520 }, () =>
      connect({ port: box.agent.port, host: '127.0.0.1', localAddress: '127.0.0.2' }).on(
        'error',
        () => undefined,
      ),
    );
    try {
      await Promise.all(silent.map((socket) => once(socket, 'connect')));
      expect((await ask('/healthz')).status).toBe(200);
    } finally {
      for (const socket of silent) socket.destroy();
    }
  });

  test.each([
    ['a foreign page', { origin: 'http://example.com' }],
    [
      'a foreign name for this machine',
      { host: 'printers.example.com', origin: 'http://printers.example.com' },
    ],
  ])('refuses a socket for %s', async (_, headers) => {
    await expect(PanelPage.open(box.agent.port, 'hall', headers)).rejects.toThrow('403');
  });
});

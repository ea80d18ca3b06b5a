import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PanelPage } from '@sixpence/agent/testing/panel-page';
import { TestBox } from '@sixpence/agent/testing/test-box';
import { WebSocket } from 'ws';
import { CoreApp } from '../../support/core/core-app.js';
import { pingFlood } from '../../support/peers/ping-flood.js';

/** More than the server sends by itself, and much less than the answers to all pings. */
const mostAnsweredBytes = 64 * 1024;

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let core: CoreApp;
let box: TestBox;
beforeAll(async () => {
  core = after.use(await CoreApp.start());
  box = await TestBox.start();
  after.defer(() => box.stop());
});
afterAll(() => after.disposeAsync());

/** The address and headers of each socket. */
const sockets = {
  gateway: () => Promise.resolve({ url: `${core.url}/gateway`, headers: {} }),
  live: async () => {
    const { cookie } = await core.signedIn(`${randomUUID()}@example.com`);
    return { url: `${core.url}/live`, headers: { cookie, origin: core.config.PUBLIC_URL } };
  },
  panel: async () => {
    const { port } = box.agent;
    const host = `localhost:${port}`;
    const cookie = await PanelPage.pair(port, 'hall');
    return {
      url: `http://127.0.0.1:${port}/panel/hall/socket`,
      headers: { host, cookie, origin: `http://${host}` },
    };
  },
};

describe.each(Object.entries(sockets))('the socket of the %s', (_name, socketOf) => {
  test.each([
    ['125 bytes', { payloadBytes: 125, pings: 32_000 }],
    ['no bytes', { payloadBytes: 0, pings: 500_000 }],
  ])('closes at a flood of pings of %s, and keeps no answers to them', async (_what, flood) => {
    const answered = await pingFlood({ ...(await socketOf()), ...flood });
    expect(answered).toBeLessThan(mostAnsweredBytes);
  });

  test('answers a client that sends one ping after the other', async () => {
    const { url, headers } = await socketOf();
    const socket = new WebSocket(url.replace('http', 'ws'), { headers });
    await once(socket, 'open');
    for (let number = 0; number < 200; number += 1) {
      const answer = once(socket, 'pong');
      socket.ping();
      await answer;
    }
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.close();
    await once(socket, 'close');
  });
});

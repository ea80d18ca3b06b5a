import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { PanelPage } from '../testing/panel-page.js';
import { TestBox } from '../testing/test-box.js';
import { until } from '../testing/wait.js';
import { pairLaterPage } from './plain-page.js';

let box: TestBox;
beforeEach(async () => {
  box = await TestBox.start();
});
afterEach(() => box.stop());

describe("the box's web server", () => {
  const ask = (path: string, host = `localhost:${box.agent.port}`, cookie = '') =>
    fetch(`http://127.0.0.1:${box.agent.port}${path}`, { headers: { host, cookie } });

  test('answers /healthz with the state of its link, and sends security headers', async () => {
    const answer = await ask('/healthz');
    expect(await answer.json()).toEqual({ status: 'ok', online: true });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-security-policy':
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    await box.core.stop();
    await box.page.shows('attract', (view) => !view.printer.online);
    expect(await (await ask('/healthz')).json()).toEqual({ status: 'ok', online: false });
    await box.core.start();
  });

  test('lets browsers keep the parts of the panel for a day, and ask for its page each time', async () => {
    const cookie = await PanelPage.pair(box.agent.port, 'hall');
    expect((await ask('/panel-app/index.html')).headers.get('cache-control')).toBe(
      'public, max-age=86400, immutable',
    );
    const page = await ask('/panel/hall', undefined, cookie);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('set-cookie')).toContain(cookie);
  });

  test('verifies four pairing links at the same time, and asks for a later try of a fifth', async () => {
    const answers: (() => void)[] = [];
    box.core.script['pair-device'] = () =>
      new Promise((resolve) => answers.push(() => resolve({ status: 'ok', body: {} })));
    const pair = () =>
      fetch(`http://localhost:${box.agent.port}/panel/hall?pair=link`, { redirect: 'manual' });
    const pairing = [1, 2, 3, 4].map(() => pair());
    await until(() => answers.length === 4);
    const later = await pair();
    expect([later.status, await later.text()]).toEqual([503, pairLaterPage]);
    for (const answer of answers.splice(0)) answer();
    for (const answer of await Promise.all(pairing)) {
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/panel/hall']);
    }
    const next = pair();
    await until(() => answers.length === 1);
    answers[0]!();
    expect((await next).status).toBe(303);
  });

  test('serves sixteen pages of a panel, and a seventeenth when one has closed', async () => {
    const cookie = await PanelPage.pair(box.agent.port, 'hall');
    const open = () => PanelPage.open(box.agent.port, 'hall', { cookie });
    const pages: PanelPage[] = [];
    while (pages.length < 15) pages.push(await open());
    await expect(open()).rejects.toThrow('503');
    pages.pop()?.close();
    const acceptsPage = async () => {
      const page = await open().catch(() => undefined);
      if (page) pages.push(page);
      return page !== undefined;
    };
    await until(acceptsPage);
    for (const page of pages) page.close();
  });

  test.each([
    [8 * 1024, true],
    [8 * 1024 + 1, false],
  ])('reads a message of %i bytes: %p', async (length, isRead) => {
    await box.page.shows('attract', (view) => view.printer.online);
    box.page.press('{"action":"begin"}'.padEnd(length, ' '));
    if (isRead) await box.page.shows('keypad');
    else await until(() => !box.page.isOpen);
    expect(box.page.views.some((view) => view.screen === 'keypad')).toBe(isRead);
  });

  test('lists the printers and serves their panels', async () => {
    expect(await (await ask('/')).text()).toContain('<a href="/panel/hall">Hall printer</a>');
    const cookie = await PanelPage.pair(box.agent.port, 'hall');
    expect(await (await ask('/panel/hall', undefined, cookie)).text()).toContain('the panel');
    expect(await (await ask('/panel-app/index.html')).text()).toContain('the panel');
    expect((await ask('/panel/attic')).status).toBe(404);
    expect((await ask('/panel-app/../data/agent-key.pem')).status).toBe(404);
  });

  test('accepts a link of 100 characters, and does not ask core about a longer one', async () => {
    const links: string[] = [];
    box.core.script['pair-device'] = ({ code: link }) => {
      links.push(link);
      return { status: 'ok', body: {} };
    };
    const pair = (length: number) =>
      fetch(`http://localhost:${box.agent.port}/panel/hall?pair=${'a'.repeat(length)}`, {
        redirect: 'manual',
      });
    expect([(await pair(100)).status, (await pair(101)).status]).toEqual([303, 403]);
    expect(links).toEqual(['a'.repeat(100)]);
  });

  test('asks for a later try, and logs it, when core does not answer about a link within ten seconds', async () => {
    box.core.script['pair-device'] = () => 'silence';
    jest.useFakeTimers({
      doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval'],
    });
    try {
      const paired = fetch(`http://localhost:${box.agent.port}/panel/hall?pair=link`, { redirect: 'manual' });
      const isAsked = () => box.core.names().filter((name) => name === 'pair-device').length === 2;
      await until(isAsked);
      jest.advanceTimersByTime(10_000);
      const answer = await paired;
      expect([answer.status, await answer.text()]).toEqual([503, pairLaterPage]);
      expect(answer.headers.get('set-cookie')).toBeNull();
    } finally {
      jest.useRealTimers();
    }
    const line = box.logged.find((each) => each.includes('A device could not be paired'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 40, printerId: box.hall.id });
  });

  test('says so when its pages are not built, and sends compressed files where the build has made them', async () => {
    const cookie = await PanelPage.pair(box.agent.port, 'hall');
    box.writePanelFile('page.js', 'plain');
    box.writePanelFile('page.js.br', 'compressed');
    const script = await fetch(`http://127.0.0.1:${box.agent.port}/panel-app/page.js`, {
      headers: { host: `localhost:${box.agent.port}`, 'accept-encoding': 'identity' },
    });
    expect(await script.text()).toBe('plain');
    const small = get({
      ...{ host: '127.0.0.1', port: box.agent.port, path: '/panel-app/page.js' },
      headers: { host: `localhost:${box.agent.port}`, 'accept-encoding': 'br' },
    });
    const [answer] = (await once(small, 'response')) as [IncomingMessage];
    expect([answer.headers['content-encoding'], await text(answer)]).toEqual(['br', 'compressed']);
    box.writePanelFile('index.html', undefined);
    const page = await ask('/panel/hall', undefined, cookie);
    expect([page.status, await page.json()]).toMatchObject([503, { code: 'service.unavailable' }]);
  });

  test('closes a page that sends a message outside the contract', async () => {
    box.page.press('{"action":"format-disk"}');
    await until(() => !box.page.isOpen);
  });

  test('keeps 62 silent connections of one address, an eighth of its 500, and answers a panel', async () => {
    const silent = Array.from({ length: 520 }, () =>
      connect({ port: box.agent.port, host: '127.0.0.1', localAddress: '127.0.0.2' })
        .on('error', () => undefined)
        .resume(),
    );
    const open = () => silent.filter((socket) => !socket.destroyed).length;
    try {
      await Promise.all(silent.map((socket) => once(socket, 'connect')));
      expect((await ask('/healthz')).status).toBe(200);
      await until(() => open() <= 62);
      expect(open()).toBe(62);
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

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { aPrinter } from '../testing/builders.js';
import { PanelPage } from '../testing/panel-page.js';
import { TestBox } from '../testing/test-box.js';
import { until } from '../testing/wait.js';

let box: TestBox;
beforeEach(async () => {
  box = await TestBox.start();
});
afterEach(() => box.stop());

describe('a browser', () => {
  const visit = async (path: string, cookie = '') => {
    const answer = await fetch(`http://localhost:${box.agent.port}${path}`, {
      headers: { cookie },
      redirect: 'manual',
    });
    return { status: answer.status, text: await answer.text() };
  };
  const socket = (slug: string, cookie: string) => PanelPage.open(box.agent.port, slug, { cookie });

  test('without pairing is told to ask the staff: it gets no keypad, no socket, and no file name', async () => {
    await box.logIn();
    const { status, text } = await visit('/panel/hall');
    expect(status).toBe(403);
    expect(text).toContain('Please ask the staff.');
    expect(text).not.toContain('the panel</title>');
    expect(text).not.toContain('thesis');
    for (const cookie of ['', 'sixpence-panel=', `sixpence-panel=${'a'.repeat(43)}`]) {
      await expect(socket('hall', cookie)).rejects.toThrow('401');
    }
  });

  test.each(['wrong', '', 'a'.repeat(101), 'a%00b', '<script>', 'link&pair=link'])(
    'is not paired by the link %j',
    async (link) => {
      const { status, text } = await visit(`/panel/hall?pair=${link}`);
      expect([status, text.includes('Please ask the staff.')]).toEqual([403, true]);
      expect(await PanelPage.pair(box.agent.port, 'hall', link)).toBe('');
    },
  );

  test('is redirected by a good link, without its code, and stays paired after a restart of the box', async () => {
    const answer = await fetch(`http://localhost:${box.agent.port}/panel/hall?pair=link`, {
      redirect: 'manual',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/panel/hall']);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^sixpence-panel=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
    );
    const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
    await box.stopAgent();
    const pairings = box.core.names().filter((name) => name === 'pair-device').length;
    await box.startAgent();
    expect((await visit('/panel/hall', cookie)).text).toContain('the panel');
    const page = await socket('hall', cookie);
    await page.shows('attract');
    page.close();
    // Only the page that `startAgent` opens has asked core.
    expect(box.core.names().filter((name) => name === 'pair-device')).toHaveLength(pairings + 1);
    expect(box.storedTexts().join()).not.toContain(cookie.split('=')[1]);
  });

  test('is ignored once its pairing has ended, even if it stays connected', async () => {
    const unpaired = await socket('hall', await PanelPage.pair(box.agent.port, 'hall'));
    unpaired.deafen();
    box.core.script['pair-device'] = () => ({ status: 'ok', body: { pairingRound: 1 } });
    box.core.printers = [{ ...box.hall, pairingRound: 1 }];
    box.core.send({ type: 'notice', notice: { name: 'printers', printers: box.core.printers } });
    await until(() => !box.page.isOpen);
    const paired = await socket('hall', await PanelPage.pair(box.agent.port, 'hall'));
    unpaired.press({ action: 'begin' });
    for (let visits = 0; visits < 5; visits += 1) await visit('/healthz');
    expect(paired.views.map(({ screen }) => screen)).not.toContain('keypad');
    paired.press({ action: 'begin' });
    await paired.shows('keypad');
    unpaired.close();
    paired.close();
  });

  test('is redirected again by its own link, which pairs no other browser', async () => {
    const cookie = await PanelPage.pair(box.agent.port, 'hall');
    box.core.script['pair-device'] = () => ({ status: 'refused', code: 'panel-link.wrong', message: 'used' });
    const open = (headers: Record<string, string>) =>
      fetch(`http://localhost:${box.agent.port}/panel/hall?pair=link`, { headers, redirect: 'manual' });
    const answer = await open({ cookie });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/panel/hall']);
    expect((await open({})).status).toBe(403);
  });

  test('loses its panel at once when staff end all pairings, also after a restart, and regains it by a new link', async () => {
    const cookie = await PanelPage.pair(box.agent.port, 'hall');
    const page = await socket('hall', cookie);
    box.core.printers = [{ ...box.hall, pairingRound: 1 }];
    box.core.send({ type: 'notice', notice: { name: 'printers', printers: box.core.printers } });
    await until(() => !page.isOpen);
    await expect(socket('hall', cookie)).rejects.toThrow('401');
    await box.stopAgent();
    box.core.script['pair-device'] = () => ({ status: 'ok', body: { pairingRound: 1 } });
    await box.startAgent();
    expect((await visit('/panel/hall', cookie)).status).toBe(403);
    const answer = await fetch(`http://localhost:${box.agent.port}/panel/hall?pair=link`, {
      headers: { cookie },
      redirect: 'manual',
    });
    expect(answer.headers.get('set-cookie')).toContain(cookie);
    expect((await visit('/panel/hall', cookie)).status).toBe(200);
  });

  test('is paired with one panel, and with another by that panel’s link and the same cookie', async () => {
    const attic = aPrinter({ slug: 'attic', name: 'Attic', uri: box.hall.uri });
    box.core.printers = [box.hall, attic];
    box.core.send({ type: 'notice', notice: { name: 'printers', printers: box.core.printers } });
    const cookie = await PanelPage.pair(box.agent.port, 'hall');
    await until(() =>
      box.core.questions.some(({ body }) => (body as { printerId?: string }).printerId === attic.id),
    );
    expect((await visit('/panel/attic', cookie)).status).toBe(403);
    await expect(socket('attic', cookie)).rejects.toThrow('401');
    const answer = await fetch(`http://localhost:${box.agent.port}/panel/attic?pair=link`, {
      headers: { cookie },
      redirect: 'manual',
    });
    expect(answer.headers.get('set-cookie')).toContain(cookie);
    for (const slug of ['hall', 'attic']) expect((await visit(`/panel/${slug}`, cookie)).status).toBe(200);
  });
});

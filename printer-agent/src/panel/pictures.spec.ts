import { randomUUID } from 'node:crypto';
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

describe('a small picture of a first page', () => {
  const jpeg = Buffer.from('the first page of thesis.pdf');
  const path = '/agent/pictures/thesis?token=signed';
  const getPicture = (name: string, cookie = '', slug = 'hall') =>
    fetch(`http://localhost:${box.agent.port}/panel/${slug}/pictures/${name}`, { headers: { cookie } });

  async function showPicture(): Promise<{ name: string; cookie: string }> {
    box.core.pictures.set(path, jpeg);
    box.listing.documents[0]!.picturePath = path;
    const cookie = await PanelPage.pair(box.agent.port, 'hall');
    await box.logIn();
    const { documents } = await box.page.shows(
      'documents',
      (view) => view.documents[0]?.picture !== undefined,
    );
    return { name: documents[0]!.picture!, cookie };
  }

  test('is shown to devices of this panel, uncached', async () => {
    const { name, cookie } = await showPicture();
    const answer = await getPicture(name, cookie);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'no-store',
    ]);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(jpeg);
  });

  test('is not shown to another device, on another panel, or under another name', async () => {
    const attic = aPrinter({ slug: 'attic', name: 'Attic', uri: box.hall.uri });
    box.core.send({ type: 'notice', notice: { name: 'printers', printers: [box.hall, attic] } });
    const { name, cookie } = await showPicture();
    const stranger = await PanelPage.pair(box.agent.port, 'attic');
    const answers = await Promise.all([
      getPicture(name),
      getPicture(name, stranger),
      getPicture(name, stranger, 'attic'),
      getPicture(name, cookie, 'attic'),
      getPicture(randomUUID(), cookie),
      getPicture('thesis.pdf', cookie),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  });

  test.each([
    ['Home', () => box.page.press({ action: 'home' })],
    [
      'core',
      () => {
        const { panelSessionId } = box.listing;
        box.core.send({ type: 'notice', notice: { name: 'session-ended', panelSessionId } });
      },
    ],
  ])('is gone with the session, ended by %s, and has another name in the next one', async (_, end) => {
    const { name, cookie } = await showPicture();
    end();
    await box.page.shows('attract');
    expect((await getPicture(name, cookie)).status).toBe(404);
    box.listing = { ...box.listing, panelSessionId: randomUUID() };
    const nextPicture = await showPicture();
    expect(nextPicture.name).not.toBe(name);
    expect([
      (await getPicture(name, cookie)).status,
      (await getPicture(nextPicture.name, cookie)).status,
    ]).toEqual([404, 200]);
  });

  test('is not stored by the box, and its address at core is not sent to a page', async () => {
    await showPicture();
    box.page.press({ action: 'print', documentIds: box.documentIds() });
    await box.page.shows('done');
    for (const text of [...box.storedTexts(), ...box.logged, JSON.stringify(box.page.views)]) {
      expect(text).not.toContain(jpeg.toString());
      expect(text).not.toContain('token=signed');
    }
  });

  test.each([
    ['that core does not have', '/agent/pictures/none'],
    ['outside core', 'http://127.0.0.1:9/agent/pictures/thesis'],
  ])('%s is left out of a complete list', async (_, elsewhere) => {
    box.listing.documents[0]!.picturePath = elsewhere;
    await box.logIn();
    expect((await box.page.shows('documents')).documents).toMatchObject([{ fileName: 'thesis.pdf' }]);
    await until(() => box.logged.some((line) => line.includes('A picture of a first page did not come')));
    expect(box.page.views.some((view) => view.screen === 'documents' && view.documents[0]?.picture)).toBe(
      false,
    );
  });
});

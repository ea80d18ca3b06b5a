import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { code, TestBox } from '../testing/test-box.js';
import { until } from '../testing/wait.js';

let box: TestBox;
beforeEach(async () => {
  box = await TestBox.start();
});
afterEach(() => box.stop());

/** Pink button, *Scan instead*. @returns the request that the digits are shown for */
async function scan(): Promise<string> {
  await box.showKeypad();
  box.page.press({ action: 'scan' });
  await box.page.shows('pairing', (view) => view.code !== undefined);
  return pairedRequests().at(-1)!;
}

const pairedRequests = () =>
  box.core.asked.flatMap(({ name, body }) =>
    name === 'pair' ? (body as { requestId: string }).requestId : [],
  );

const paired = (requestId: string) => {
  box.core.send({ type: 'notice', notice: { name: 'paired', printerId: box.hall.id, requestId } });
};

describe('Scan instead', () => {
  test('shows digits and an address to scan, and the list as soon as somebody has given them', async () => {
    const requestId = await scan();
    expect(await box.page.shows('pairing')).toMatchObject({
      code: { digits: code, url: `http://localhost:3000/qrlogin#${code}` },
    });
    box.isGiven = true;
    paired(requestId);
    expect(await box.page.shows('documents')).toMatchObject({ documents: box.listing.documents });
    expect(new Set(pairedRequests())).toEqual(new Set([requestId]));
  });

  test('nobody asks for digits before somebody touches it', async () => {
    await box.showKeypad();
    expect(pairedRequests()).toEqual([]);
  });

  test.each([
    ['Home', { action: 'home' }, 'attract'],
    ['Type a code instead', { action: 'begin' }, 'keypad'],
  ] as const)('%s ends the digits, and what they open after all', async (_, action, screen) => {
    const requestId = await scan();
    box.page.press(action);
    await box.page.shows(screen);
    const unpaired = () => box.core.asked.filter(({ name }) => name === 'unpair').map(({ body }) => body);
    await until(() => unpaired().length === 1);
    paired(requestId);
    await until(() => unpaired().length === 2);
    expect(unpaired()).toEqual([{ requestId }, { requestId }]);
    expect(box.page.views.at(-1)?.screen).toBe(screen);
  });

  test('core’s word to another printer, or about an earlier request, changes nothing here', async () => {
    await scan();
    box.isGiven = true;
    const elsewhere = { printerId: randomUUID(), requestId: pairedRequests().at(-1)! };
    box.core.send({ type: 'notice', notice: { name: 'paired', ...elsewhere } });
    paired(randomUUID());
    await until(() => box.core.names().includes('unpair'));
    expect(box.page.views.at(-1)?.screen).toBe('pairing');
  });

  test('a box that was killed shows the same digits again, by the same request', async () => {
    const requestId = await scan();
    await box.stopAgent();
    await box.startAgent();
    expect(await box.page.shows('pairing', (view) => view.code !== undefined)).toMatchObject({
      code: { digits: code },
    });
    expect(new Set(pairedRequests())).toEqual(new Set([requestId]));
    expect(box.kept().join()).not.toContain(code);
  });

  test('a box that was killed while somebody gave the digits shows their list', async () => {
    await scan();
    await box.stopAgent();
    box.isGiven = true;
    await box.startAgent();
    expect(await box.page.shows('documents')).toMatchObject({ documents: box.listing.documents });
  });

  test('core’s word may be lost: the box asks by itself', async () => {
    await scan();
    box.isGiven = true;
    expect(await box.page.shows('documents')).toMatchObject({ documents: box.listing.documents });
  });

  test('the screen leaves when the digits are over', async () => {
    box.secondsLeft = 0;
    await box.showKeypad();
    box.page.press({ action: 'scan' });
    await until(() => box.core.names().includes('unpair'));
    await box.page.shows('attract');
  });

  test('what core refuses is told, and another QR code can be asked for', async () => {
    box.core.script.pair = () => ({ status: 'refused', code: 'printer.busy', message: 'busy' });
    await box.showKeypad();
    box.page.press({ action: 'scan' });
    await box.page.shows('pairing', (view) => view.refused?.code === 'printer.busy');
    box.core.script.pair = () => ({
      status: 'ok',
      body: { status: 'waiting', code, secondsLeft: box.secondsLeft },
    });
    box.page.press({ action: 'scan' });
    await box.page.shows('pairing', (view) => view.code?.digits === code);
    expect(new Set(pairedRequests()).size).toBe(2);
  });
});

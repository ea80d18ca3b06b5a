import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { code, TestBox } from '../testing/test-box.js';
import { until } from '../testing/wait.js';

let box: TestBox;
beforeEach(async () => {
  box = await TestBox.start();
});
afterEach(() => box.stop());

/** Opens the keypad and touches *Scan instead*. @returns the request id of the digits */
async function scan(): Promise<string> {
  await box.showKeypad();
  box.page.press({ action: 'scan' });
  await box.page.shows('pairing', (view) => view.code !== undefined);
  return pairedRequests().at(-1)!;
}

const pairedRequests = () =>
  box.core.questions.flatMap(({ name, body }) =>
    name === 'pair' ? (body as { requestId: string }).requestId : [],
  );

const notifyPaired = (requestId: string) => {
  box.core.send({ type: 'notice', notice: { name: 'paired', printerId: box.hall.id, requestId } });
};

describe('Scan instead', () => {
  test('shows digits and an address to scan, and the list as soon as a user has entered the digits', async () => {
    const requestId = await scan();
    expect(await box.page.shows('pairing')).toMatchObject({
      code: { digits: code, url: `http://localhost:3000/qrlogin#${code}` },
    });
    box.isPairingCodeEntered = true;
    notifyPaired(requestId);
    expect(await box.page.shows('documents')).toMatchObject({ documents: box.listing.documents });
    expect(new Set(pairedRequests())).toEqual(new Set([requestId]));
  });

  test('asks for digits only after a touch', async () => {
    await box.showKeypad();
    expect(pairedRequests()).toEqual([]);
  });

  test.each([
    ['Home', { action: 'home' }, 'attract'],
    ['Type a code instead', { action: 'begin' }, 'keypad'],
  ] as const)(
    'ends when the user presses %s: the box revokes the digits, and a session that they open later',
    async (_, action, screen) => {
      const requestId = await scan();
      box.page.press(action);
      await box.page.shows(screen);
      const unpairQuestions = () =>
        box.core.questions.filter(({ name }) => name === 'unpair').map(({ body }) => body);
      await until(() => unpairQuestions().length === 1);
      notifyPaired(requestId);
      await until(() => unpairQuestions().length === 2);
      expect(unpairQuestions()).toEqual([{ requestId }, { requestId }]);
      expect(box.page.views.at(-1)?.screen).toBe(screen);
    },
  );

  test('ignores a notice for another printer or an earlier request', async () => {
    await scan();
    box.isPairingCodeEntered = true;
    const elsewhere = { printerId: randomUUID(), requestId: pairedRequests().at(-1)! };
    box.core.send({ type: 'notice', notice: { name: 'paired', ...elsewhere } });
    notifyPaired(randomUUID());
    await until(() => box.core.names().includes('unpair'));
    expect(box.page.views.at(-1)?.screen).toBe('pairing');
  });

  test('shows the same digits after a restart of the box, by the same request', async () => {
    const requestId = await scan();
    await box.stopAgent();
    await box.startAgent();
    expect(await box.page.shows('pairing', (view) => view.code !== undefined)).toMatchObject({
      code: { digits: code },
    });
    expect(new Set(pairedRequests())).toEqual(new Set([requestId]));
    expect(box.storedTexts().join()).not.toContain(code);
  });

  test('shows the list when a user entered the digits while the box was down', async () => {
    await scan();
    await box.stopAgent();
    box.isPairingCodeEntered = true;
    await box.startAgent();
    expect(await box.page.shows('documents')).toMatchObject({ documents: box.listing.documents });
  });

  test('works without a notice: the box asks by itself', async () => {
    await scan();
    box.isPairingCodeEntered = true;
    expect(await box.page.shows('documents')).toMatchObject({ documents: box.listing.documents });
  });

  test('returns to the first screen when the digits expire', async () => {
    box.pairingSecondsLeft = 0;
    await box.showKeypad();
    box.page.press({ action: 'scan' });
    await until(() => box.core.names().includes('unpair'));
    await box.page.shows('attract');
  });

  test('shows a refusal of core, and another QR code can be requested', async () => {
    box.core.script.pair = () => ({ status: 'refused', code: 'printer.busy', message: 'busy' });
    await box.showKeypad();
    box.page.press({ action: 'scan' });
    await box.page.shows('pairing', (view) => view.refused?.code === 'printer.busy');
    box.core.script.pair = () => ({
      status: 'ok',
      body: { status: 'waiting', code, secondsLeft: box.pairingSecondsLeft },
    });
    box.page.press({ action: 'scan' });
    await box.page.shows('pairing', (view) => view.code?.digits === code);
    expect(new Set(pairedRequests()).size).toBe(2);
  });
});

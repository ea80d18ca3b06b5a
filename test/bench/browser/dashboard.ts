import type { Browser, JSHandle, Page } from 'playwright-core';
import { launchBrowser, openWindow } from '../../support/browser/browser.js';
import type { Person } from '../../support/builders/person.js';
import { aPdf } from '../../support/documents/pdf.js';
import { aPhoto } from '../../support/documents/pictures.js';
import { PATIENCE_MS } from '../../support/eventually.js';
import { startWorld, type World } from '../../support/worlds/world.js';
import { median, report, type Figures, type Size } from '../figures.js';
import { Forked } from '../forked.js';

const sizes = {
  whole: { rounds: 9, warmUpRounds: 1 },
  smoke: { rounds: 1, warmUpRounds: 0 },
};
const essay = 'essay.pdf';
const photoName = 'photo.jpg';

/** The duration of an act, and the number of requests during it. */
interface Act {
  readonly ms: number;
  readonly requests: number;
}

/** The acts of one visit. */
interface Visit {
  readonly signIn: Act;
  readonly photo: Act;
}

/**
 * Measures a visit in Chromium with an empty cache: from the press of *Login* until the list with a document
 * and its picture is drawn, and from the drop of a photo until its picture is drawn. The baseline (`peer`) is
 * an empty page. It makes as many requests to a minimal server, then draws a picture; in the photo case it
 * first uploads the photo. Each round visits the dashboard, then the empty page.
 */
export async function dashboard(size: Size): Promise<Figures> {
  const { rounds, warmUpRounds } = sizes[size];
  await using after = new AsyncDisposableStack();
  const bare = after.use(new Forked(new URL('bare-site.js', import.meta.url)));
  const barePort = await bare.message<number>();
  const world = await startWorld({ parts: ['converter'] });
  after.defer(() => world.stop());
  const browser = await launchBrowser();
  after.defer(() => browser.close());
  const person = await world.signIn();
  await person.uploadPdf(await aPdf({ pages: 1 }), essay);
  const photo = await aPhoto('jpeg');

  const ours: Visit[] = [];
  const peer: Visit[] = [];
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const visit = await visitDashboard(browser, world, photo);
    await deletePhotos(world, person);
    const bareVisit = await visitBarePage(browser, `http://127.0.0.1:${barePort}/`, { visit, photo });
    if (round < warmUpRounds) continue;
    ours.push(visit);
    peer.push(bareVisit);
  }
  const compare = (act: keyof Visit, title: string) => {
    const times = (of: Visit[]) => of.map((visit) => visit[act].ms);
    const requests = median(ours.map((visit) => visit[act].requests));
    const peerName = `a bare page with as many requests (${requests})`;
    const compared = { ours: times(ours), peer: times(peer), peerName, aim: 'none yet' };
    return { ratio: report(`${title}, ${rounds} rounds`, compared), ms: median(compared.ours) };
  };
  const signIn = compare('signIn', 'Login to the drawn list');
  const dropped = compare('photo', 'Drop of a photo to its picture');
  return {
    'sign-in ratio': signIn.ratio,
    'sign-in ms': signIn.ms,
    'photo ratio': dropped.ratio,
    'photo ms': dropped.ms,
  };
}

async function visitDashboard(browser: Browser, world: World, photo: Buffer): Promise<Visit> {
  const page = await openPage(browser);
  await page.goto(`${world.url}/login`, { waitUntil: 'networkidle' });
  await page.getByLabel('E-mail').fill(world.demo.user.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(world.demo.user.password);
  await addWatch(page);
  const signIn = await counted(page, () =>
    page.getByRole('button', { name: 'Login' }).evaluate((button: HTMLElement, name) => {
      const begin = performance.now();
      button.click();
      return globalThis.untilRowIsDrawn(name).then((end) => end - begin);
    }, essay),
  );
  const transfer = await dataTransferOf(page, photo);
  const area = page.locator('label', { hasText: 'Upload documents here' });
  await page.waitForLoadState('networkidle');
  const dropped = await counted(page, () =>
    area.evaluate(
      (element, { dataTransfer, name }) => {
        const begin = performance.now();
        element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
        return globalThis.untilRowIsDrawn(name).then((end) => end - begin);
      },
      { dataTransfer: transfer, name: photoName },
    ),
  );
  await page.context().close();
  return { signIn, photo: dropped };
}

async function visitBarePage(
  browser: Browser,
  url: string,
  { visit, photo }: { visit: Visit; photo: Buffer },
): Promise<Visit> {
  const page = await openPage(browser);
  await page.goto(url, { waitUntil: 'networkidle' });
  await addWatch(page);
  const transfer = await dataTransferOf(page, photo);
  const act = (name: string, requests: number, sent: JSHandle<DataTransfer> | null) =>
    counted(page, () =>
      page.evaluate(
        async (given) => {
          const begin = performance.now();
          const ask = async () => (await fetch('/ask', { method: 'POST', body: '{}' })).json() as unknown;
          const file = given.sent?.files[0];
          await (file ? fetch('/photo', { method: 'PUT', body: file }) : ask());
          // The first request and the picture count, too.
          await Promise.all(Array.from({ length: Math.max(0, given.requests - 2) }, ask));
          const [row, picture] = [document.createElement('li'), document.createElement('img')];
          picture.src = `/tile.jpg?${given.name}`;
          row.append(given.name, picture);
          document.querySelector('ul')!.append(row);
          return (await globalThis.untilRowIsDrawn(given.name)) - begin;
        },
        { name, requests, sent },
      ),
    );
  const signIn = await act(essay, visit.signIn.requests, null);
  const dropped = await act(photoName, visit.photo.requests, transfer);
  await page.context().close();
  return { signIn, photo: dropped };
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await openWindow(browser, { viewport: { width: 1280, height: 800 } });
  return context.newPage();
}

/** Runs an act, which returns its duration in milliseconds, and counts its requests. */
async function counted(page: Page, act: () => Promise<number>): Promise<Act> {
  let requests = 0;
  const count = () => (requests += 1);
  page.on('request', count);
  const ms = await act();
  page.off('request', count);
  return { ms, requests };
}

declare global {
  /**
   * In the browser: resolves with the time of the frame that draws the row of this document and its picture.
   */
  var untilRowIsDrawn: (name: string) => Promise<number>;
}

async function addWatch(page: Page): Promise<void> {
  await page.evaluate((patienceMs) => {
    globalThis.untilRowIsDrawn = (name) =>
      new Promise((resolve, reject) => {
        const end = performance.now() + patienceMs;
        const look = (now: number) => {
          const row = [...document.querySelectorAll('li')].find((item) => item.textContent.includes(name));
          const picture = row?.querySelector('img');
          if (picture && picture.complete && picture.naturalWidth > 0) resolve(now);
          else if (now > end) reject(new Error(`The page did not draw ${name}`));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
  }, PATIENCE_MS);
}

/** Gives the photo to the page before the measurement starts. */
async function dataTransferOf(page: Page, photo: Buffer): Promise<JSHandle<DataTransfer>> {
  const given = { base64: photo.toString('base64'), name: photoName };
  return page.evaluateHandle(({ base64, name }) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    transfer.items.add(new File([bytes], name, { type: 'image/jpeg' }));
    return transfer;
  }, given);
}

/** Deletes the photos and the counted sign-in attempts, so that every round starts alike. */
async function deletePhotos(world: World, person: Person): Promise<void> {
  const photos = (await person.documents()).filter(({ fileName }) => fileName !== essay);
  await person.post('/delete-document', { documents: photos.map(({ orderId }) => ({ orderId })) });
  await world.query('DELETE FROM attempt_budgets');
}

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { qrAuthAnswer } from '@sixpence/contracts/http/release';
import type { Browser } from 'playwright-core';
import { Random } from '../simulate/random.js';
import { launchBrowser, openWindow } from '../support/browser/browser.js';
import { expectAllIsWell } from '../support/worlds/invariants.js';
import { aPdf } from '../support/documents/pdf.js';
import type { Person } from '../support/builders/person.js';
import { until } from '../support/until.js';
import { WatchedPanel } from '../support/browser/watched-panel.js';
import { startWorld, type World } from '../support/worlds/world.js';

/** `STEPS=200 npm run t two-people` runs longer; `SEED` repeats a run. */
const steps = Number(process.env['STEPS'] ?? 40);
const seed = Number(process.env['SEED'] ?? 2_026);
const password = 'Sixpence1';
const random = new Random(seed);

interface User {
  readonly name: string;
  readonly person: Person;
  /** A text that is in each of this user's file names and nowhere else. */
  readonly mark: string;
  /** The codes that this user has used. */
  readonly usedCodes: string[];
}

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: World;
let browser: Browser;
let pdf: Uint8Array;
const users: User[] = [];
const panels: WatchedPanel[] = [];
/** A panel that a user left without Home: after its idle time it returns to the first screen. */
let abandonedPanel: WatchedPanel | undefined;
/** The steps so far, for the error message. */
const stepsDone: string[] = [];

beforeAll(async () => {
  world = await startWorld({ printers: ['hall', 'library'] });
  after.defer(() => world.stop());
  pdf = await aPdf({ pages: 1 });
  for (const name of ['anna', 'ben']) {
    const email = `${name}@example.com`;
    await world.askOperator('user', 'add', email, '--password', password);
    await world.askOperator('credit', 'add', email, '50.00', 'GBP');
    const person = await world.signIn({ email, password });
    users.push({ name, person, mark: `${name}-${randomUUID()}`, usedCodes: [] });
  }
  await Promise.all(users.map((user) => upload(user)));
  browser = await launchBrowser();
  after.defer(() => browser.close());
  const marks = new Map(users.map(({ name, mark }) => [name, mark]));
  for (const slug of ['hall', 'library']) {
    world.printer(slug).control({ pagesPerSecond: 20 });
    panels.push(await WatchedPanel.open(browser, world.panelUrl(slug), marks));
  }
});
afterAll(() => after.disposeAsync());

async function upload({ person, mark }: User): Promise<void> {
  await person.uploadPdf(pdf, `${mark}.pdf`);
}

/** Resets the rate limits for wrong codes and for requests. */
async function clearAttempts(): Promise<void> {
  await world.query('DELETE FROM try_budgets; DELETE FROM code_tries; DELETE FROM attempt_budgets');
}

async function confirmDigits({ person }: User, code: string): Promise<boolean> {
  return qrAuthAnswer.parse(await person.post('/qr-auth', { code })).authenticated;
}

async function openKeypad(panel: WatchedPanel): Promise<void> {
  if (panel.view.screen === 'attract') await panel.button('Print your documents').click();
  await panel.untilShows('keypad');
  await panel.button('Scan instead').waitFor();
}

async function openCode(panel: WatchedPanel): Promise<string> {
  await openKeypad(panel);
  await panel.button('Scan instead').click();
  await panel.untilShows('pairing');
  const digits = panel.page.getByRole('group', { name: 'The digits to type on your phone' });
  return (await digits.textContent())!.replaceAll(' ', '');
}

/** @returns the number of panels that show digits, according to core */
async function activePairingCount(): Promise<number> {
  const active = `SELECT 1 FROM print_codes WHERE kind = 'pairing' AND state = 'active'`;
  return (await world.query(active)).length;
}

async function goHome(panel: WatchedPanel): Promise<void> {
  await panel.button('Home').click();
  await panel.untilShows('attract');
}

/** Expects that the panel shows the user's list, with all its documents. */
async function expectList(panel: WatchedPanel, user: User): Promise<void> {
  await panel.untilShows('documents');
  expect(panel.owner).toBe(user.name);
  const listed = 'documents' in panel.view ? (panel.view.documents ?? []) : [];
  for (const { fileName } of listed) await panel.page.getByText(fileName).first().waitFor();
}

type Action = (panel: WatchedPanel, user: User) => Promise<unknown>;

const beforeSignIn: Record<string, Action> = {
  'types their code': async (panel, user) => {
    const code = await user.person.createCode();
    await openKeypad(panel);
    panel.owner = user.name;
    await panel.type(code);
    user.usedCodes.push(code);
    await expectList(panel, user);
  },
  'scans the QR code': async (panel, user) => {
    const digits = await openCode(panel);
    panel.owner = user.name;
    expect(await confirmDigits(user, digits)).toBe(true);
    user.usedCodes.push(digits);
    await expectList(panel, user);
  },
  'types a wrong code': (panel) => typeRefusedCode(panel, '000000'),
  'types a code that was used before': (panel) =>
    typeRefusedCode(panel, random.pick(['000000', ...users.flatMap(({ usedCodes }) => usedCodes)])),
  'touches Scan instead, leaves, and gives the digits': async (panel, user) => {
    const digits = await openCode(panel);
    await goHome(panel);
    // The screen changes at once; core learns it from the box a moment later.
    await until(
      async () => (await activePairingCount()) === 0,
      undefined,
      'core to learn that the panel was left',
    );
    expect(await confirmDigits(user, digits)).toBe(false);
  },
  'gives digits that were used before': async (_, user) => {
    expect(
      await confirmDigits(user, random.pick(['000000', ...users.flatMap(({ usedCodes }) => usedCodes)])),
    ).toBe(false);
  },
  'touches the first screen and leaves': async (panel) => {
    await openKeypad(panel);
    await goHome(panel);
  },
};

async function typeRefusedCode(panel: WatchedPanel, code: string): Promise<void> {
  await openKeypad(panel);
  await panel.type(code);
  await panel.page.getByText('This code does not work.').waitFor();
}

const atTheList: Record<string, Action> = {
  'ticks a document': async (panel) => {
    const boxes = panel.page.getByRole('checkbox');
    if ((await boxes.count()) > 0) await boxes.first().click();
  },
  'prints everything': (panel) => print(panel),
  'prints everything and goes home at once': async (panel) => {
    await print(panel);
    if (panel.view.screen === 'documents') return goHome(panel);
    const home = panel.button('Home');
    if (panel.view.screen === 'printing' && (await home.isEnabled())) await home.click();
    await panel.untilShows('done', 'attract');
  },
  'goes home': goHome,
  'goes home, and the other user signs in': async (panel, user) => {
    await goHome(panel);
    const other = users.find((candidate) => candidate !== user)!;
    await beforeSignIn[random.pick(['types their code', 'scans the QR code'])]!(panel, other);
  },
  'walks away': (panel) => Promise.resolve((abandonedPanel ??= panel)),
};

/** Presses PRINT, unless the list is empty. Core refuses it while a document prints at the other panel. */
async function print(panel: WatchedPanel): Promise<void> {
  const { documents = [] } = panel.view as { documents?: { fileName: string }[] };
  if (documents.length === 0) return;
  for (const box of await panel.page.getByRole('checkbox').all())
    if ((await box.getAttribute('aria-checked')) !== 'true') await box.click();
  await panel.button('PRINT').click();
  await until(() => panel.view.screen !== 'documents' || 'refused' in panel.view);
}

const atTheEnd: Record<string, Action> = {
  'goes home': async (panel) => {
    await panel.button('Done').click();
    await panel.untilShows('attract');
  },
  'reports a faint print': async (panel) => {
    const question = panel.button('Anything wrong?');
    if ((await question.count()) === 0) return;
    await question.first().click();
    await panel.button('Faint or smudged').click();
    await panel.page.getByText('Thank you. The staff will look at it.').first().waitFor();
  },
  'prints more': async (panel) => {
    await panel.button('Print more').click();
    await panel.untilShows('documents', 'keypad', 'attract');
  },
};

const atAnyScreen: Record<string, Action> = {
  'reloads the panel': async (panel) => {
    const { frames } = panel;
    await panel.page.reload();
    await until(() => panel.frames > frames);
  },
  'sends a document': (_, user) => upload(user),
  'opens the panel in a browser of their own': async () => {
    await using context = await openWindow(browser, {});
    const page = await context.newPage();
    let sockets = 0;
    page.on('websocket', () => (sockets += 1));
    await page.goto(world.panelUrl(random.pick(['hall', 'library'])).split('?')[0]!);
    const shown = await page.content();
    for (const { mark } of users) expect(shown).not.toContain(mark);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(sockets).toBe(0);
  },
  'kills the box': async () => {
    const before = panels.map(({ frames }) => frames);
    await world.agent.kill();
    await world.agent.restart();
    await until(() =>
      panels.every(({ frames, view }, index) => frames > before[index]! && view.printer?.online),
    );
    await until(() => panels.every(({ view }) => !('checking' in view && view.checking)));
  },
};

function actionsAt(panel: WatchedPanel): Record<string, Action> {
  // Restarts of the box, and a panel opened in another browser, take long, so they are rare.
  const { 'sends a document': send, 'reloads the panel': reload } = atAnyScreen;
  const usual =
    random.between(1, 12) === 1 ? atAnyScreen : { 'sends a document': send!, 'reloads the panel': reload! };
  switch (panel.view.screen) {
    case 'attract':
    case 'keypad':
      return { ...beforeSignIn, ...usual };
    case 'documents':
      return { ...atTheList, ...usual };
    case 'done':
      return { ...atTheEnd, ...usual };
    default:
      return usual;
  }
}

async function step(): Promise<void> {
  if (abandonedPanel?.view.screen === 'attract') abandonedPanel = undefined;
  const panel = random.pick(panels.filter((candidate) => candidate !== abandonedPanel));
  if (panel.view.screen === 'printing') await panel.untilShows('done', 'attract');
  const user = users.find(({ name }) => name === panel.owner) ?? random.pick(users);
  const actions = actionsAt(panel);
  const name = random.pick(Object.keys(actions));
  stepsDone.push(
    `${user.name} at ${panel === panels[0] ? 'hall' : 'library'} (${panel.view.screen}) ${name}`,
  );
  await clearAttempts();
  await actions[name]!(panel, user);
  for (const watched of panels) await watched.expectNothingOfOthers();
}

test("two users at two panels never see each other's list, for actions in random order", async () => {
  try {
    for (let index = 0; index < steps; index += 1) await step();
  } catch (error) {
    throw new Error(`SEED=${seed} STEPS=${steps}\n${stepsDone.join('\n')}`, { cause: error });
  }
  // Each panel has shown a list.
  for (const panel of panels) expect(panel.framesWithNames).toBeGreaterThan(0);
  await expectAllIsWell(world);
});

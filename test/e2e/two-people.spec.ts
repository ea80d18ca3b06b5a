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

interface Guest {
  readonly name: string;
  readonly person: Person;
  /** Part of each of their file names. */
  readonly mark: string;
  /** Digits that were used or are invalid. */
  readonly spent: string[];
}

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: World;
let browser: Browser;
let pdf: Uint8Array;
const guests: Guest[] = [];
const panels: WatchedPanel[] = [];
/** The panel that a user left open; it leaves their list after its idle time. */
let abandoned: WatchedPanel | undefined;
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
    guests.push({ name, person, mark: `${name}-${randomUUID()}`, spent: [] });
  }
  await Promise.all(guests.map((guest) => upload(guest)));
  browser = await launchBrowser();
  after.defer(() => browser.close());
  const marks = new Map(guests.map(({ name, mark }) => [name, mark]));
  for (const slug of ['hall', 'library']) {
    world.printer(slug).control({ pagesPerSecond: 20 });
    panels.push(await WatchedPanel.open(browser, world.panelUrl(slug), marks));
  }
});
afterAll(() => after.disposeAsync());

async function upload({ person, mark }: Guest): Promise<void> {
  await person.uploadPdf(pdf, `${mark}.pdf`);
}

/** Ends the pauses after wrong codes and many requests. */
async function forgetAttempts(): Promise<void> {
  await world.query('DELETE FROM try_budgets; DELETE FROM code_tries; DELETE FROM attempt_budgets');
}

async function confirmDigits({ person }: Guest, code: string): Promise<boolean> {
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

/** How many panels show digits, according to core. */
async function shownDigits(): Promise<number> {
  const shown = `SELECT 1 FROM print_codes WHERE kind = 'pairing' AND state = 'active'`;
  return (await world.query(shown)).length;
}

async function goHome(panel: WatchedPanel): Promise<void> {
  await panel.button('Home').click();
  await panel.untilShows('attract');
}

/** Checks that the guest’s list is shown, with all its documents. */
async function expectList(panel: WatchedPanel, guest: Guest): Promise<void> {
  await panel.untilShows('documents');
  expect(panel.owner).toBe(guest.name);
  const listed = 'documents' in panel.view ? (panel.view.documents ?? []) : [];
  for (const { fileName } of listed) await panel.page.getByText(fileName).first().waitFor();
}

type Act = (panel: WatchedPanel, guest: Guest) => Promise<unknown>;

const beforeSignIn: Record<string, Act> = {
  'types their code': async (panel, guest) => {
    const code = await guest.person.createCode();
    await openKeypad(panel);
    panel.owner = guest.name;
    await panel.type(code);
    guest.spent.push(code);
    await expectList(panel, guest);
  },
  'scans the QR code': async (panel, guest) => {
    const digits = await openCode(panel);
    panel.owner = guest.name;
    expect(await confirmDigits(guest, digits)).toBe(true);
    guest.spent.push(digits);
    await expectList(panel, guest);
  },
  'types a wrong code': (panel) => refusedCode(panel, '000000'),
  'types a code that was used before': (panel) =>
    refusedCode(panel, random.pick(['000000', ...guests.flatMap(({ spent }) => spent)])),
  'touches Scan instead, leaves, and gives the digits': async (panel, guest) => {
    const digits = await openCode(panel);
    await goHome(panel);
    // The screen changes at once; the box tells core as soon as it can.
    await until(async () => (await shownDigits()) === 0, undefined, 'core to learn that the panel was left');
    expect(await confirmDigits(guest, digits)).toBe(false);
  },
  'gives digits that were used before': async (_, guest) => {
    expect(await confirmDigits(guest, random.pick(['000000', ...guests.flatMap(({ spent }) => spent)]))).toBe(
      false,
    );
  },
  'touches the first screen and leaves': async (panel) => {
    await openKeypad(panel);
    await goHome(panel);
  },
};

async function refusedCode(panel: WatchedPanel, code: string): Promise<void> {
  await openKeypad(panel);
  await panel.type(code);
  await panel.page.getByText('This code does not work.').waitFor();
}

const atTheList: Record<string, Act> = {
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
  'goes home, and the other user signs in': async (panel, guest) => {
    await goHome(panel);
    const other = guests.find((each) => each !== guest)!;
    await beforeSignIn[random.pick(['types their code', 'scans the QR code'])]!(panel, other);
  },
  'walks away': (panel) => Promise.resolve((abandoned ??= panel)),
};

/**
 * Presses PRINT, unless the list is empty; it may be refused when a document is printing at the other panel.
 */
async function print(panel: WatchedPanel): Promise<void> {
  const { documents = [] } = panel.view as { documents?: { fileName: string }[] };
  if (documents.length === 0) return;
  for (const box of await panel.page.getByRole('checkbox').all())
    if ((await box.getAttribute('aria-checked')) !== 'true') await box.click();
  await panel.button('PRINT').click();
  await until(() => panel.view.screen !== 'documents' || 'refused' in panel.view);
}

const atTheEnd: Record<string, Act> = {
  'goes home': async (panel) => {
    await panel.button('Done').click();
    await panel.untilShows('attract');
  },
  'says that something is wrong': async (panel) => {
    const ask = panel.button('Anything wrong?');
    if ((await ask.count()) === 0) return;
    await ask.first().click();
    await panel.button('Faint or smudged').click();
    await panel.page.getByText('Thank you. The staff will look at it.').first().waitFor();
  },
  'prints more': async (panel) => {
    await panel.button('Print more').click();
    await panel.untilShows('documents', 'keypad', 'attract');
  },
};

const anywhere: Record<string, Act> = {
  'reloads the panel': async (panel) => {
    const { frames } = panel;
    await panel.page.reload();
    await until(() => panel.frames > frames);
  },
  'sends a document': (_, guest) => upload(guest),
  'opens the panel in a browser of their own': async () => {
    await using context = await openWindow(browser, {});
    const page = await context.newPage();
    let sockets = 0;
    page.on('websocket', () => (sockets += 1));
    await page.goto(world.panelUrl(random.pick(['hall', 'library'])).split('?')[0]!);
    const shown = await page.content();
    for (const { mark } of guests) expect(shown).not.toContain(mark);
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

function actsOf(panel: WatchedPanel): Record<string, Act> {
  // The box is seldom restarted, and a stranger seldom looks, because both take long.
  const { 'sends a document': send, 'reloads the panel': reload } = anywhere;
  const usual =
    random.between(1, 12) === 1 ? anywhere : { 'sends a document': send!, 'reloads the panel': reload! };
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
  if (abandoned?.view.screen === 'attract') abandoned = undefined;
  const panel = random.pick(panels.filter((each) => each !== abandoned));
  if (panel.view.screen === 'printing') await panel.untilShows('done', 'attract');
  const guest = guests.find(({ name }) => name === panel.owner) ?? random.pick(guests);
  const acts = actsOf(panel);
  const what = random.pick(Object.keys(acts));
  stepsDone.push(
    `${guest.name} at ${panel === panels[0] ? 'hall' : 'library'} (${panel.view.screen}) ${what}`,
  );
  await forgetAttempts();
  await acts[what]!(panel, guest);
  for (const each of panels) await each.expectNothingOfOthers();
}

test("two users at two panels never see each other's list, in random order of actions", async () => {
  try {
    for (let done = 0; done < steps; done += 1) await step();
  } catch (error) {
    throw new Error(`SEED=${seed} STEPS=${steps}\n${stepsDone.join('\n')}`, { cause: error });
  }
  // Each user has seen their own list.
  for (const panel of panels) expect(panel.framesWithNames).toBeGreaterThan(0);
  await expectAllIsWell(world);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openWindow, screenshot } from '../support/browser/browser.js';
import { connected } from '../support/core/database.js';
import { codeTo } from '../support/peers/mailbox-codes.js';
import { Person } from '../support/builders/person.js';
import { screens } from '../support/browser/site.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/worlds/world.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await startWorld({ parts: ['mailbox'] });
  after.defer(() => world.stop());
  browser = await launchBrowser();
  after.defer(() => browser.close());
});
afterAll(() => after.disposeAsync());

async function typeCode(page: Page, code: string, password: string): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('textbox', { name: 'New password' }).fill(password);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function post(path: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json', origin: world.url };
  const answer = await fetch(world.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  return answer.status;
}

test.each(screens)(
  'on $screen a user signs up with a mailed code, resets the password, and signs in [rows 94, 98, 249, 254–257, 401]',
  async ({ screen, viewport }) => {
    const address = `${screen.replace('a ', '')}@example.com`;
    const window = await openWindow(browser, { viewport });
    const page = await window.newPage();
    await page.goto(`${world.url}/login`);
    await page.getByRole('link', { name: 'Sign up' }).click();
    await untilTitle(page, 'Sign up');
    await page.getByLabel('E-mail').fill(address);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code').waitFor();
    await typeCode(page, await codeTo(world.mailbox, address), 'Sixpence1');
    await page.waitForURL('**/welcome');
    await page.getByRole('button', { name: 'Go to Dashboard' }).click();
    await page.getByText(`Account: ${address}`).waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();

    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await untilTitle(page, 'Reset your password');
    await page.getByLabel('E-mail').fill(address);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code').waitFor();
    await screenshot(page, `reset-${viewport.width}`);
    await typeCode(page, await codeTo(world.mailbox, address, 2), 'Shilling2');
    await page.getByText('Password reset successfully.').waitFor();
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('E-mail').fill(address);
    await page.getByRole('textbox', { name: 'Password' }).fill('Shilling2');
    await page.keyboard.press('Enter');
    await page.getByText(`Account: ${address}`).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    await window.close();
  },
);

test('a code that core accepted before it was killed is mailed after its restart, and works', async () => {
  expect(await post('/signup-code', { email: 'before-restart@example.com' })).toBe(200);
  await world.cores[0]!.kill();
  await world.cores[0]!.restart();
  const code = await codeTo(world.mailbox, 'before-restart@example.com');
  expect(
    await post('/email-signup', { email: 'before-restart@example.com', code, password: 'Sixpence1' }),
  ).toBe(200);
});

test('a sign-up during which core is killed is either complete or can be repeated with the same code', async () => {
  for (const [index, killAfterMs] of [0, 80].entries()) {
    const person = { email: `interrupted-${index}@example.com`, password: 'Sixpence1' };
    expect(await post('/signup-code', { email: person.email })).toBe(200);
    const code = await codeTo(world.mailbox, person.email);
    const joining = post('/email-signup', { ...person, code }).catch(() => undefined);
    await sleep(killAfterMs);
    await world.cores[0]!.kill();
    await world.cores[0]!.restart();
    await joining;
    const [people, login] = [await accountsOf(person.email), await post('/email-login', person)];
    expect([
      [0, 403],
      [1, 200],
    ]).toContainEqual([people, login]);
    // A user without an account can still use the code.
    if (people === 0) expect(await post('/email-signup', { ...person, code })).toBe(200);
    expect(await accountsOf(person.email)).toBe(1);
  }
});

test('a balance is claimed once when core is killed between the proof of an address and its claim', async () => {
  const person = { email: 'carried-over@example.com', password: 'Sixpence1' };
  await world.query(
    `INSERT INTO legacy_balances (address_hash, currency, amount_minor)
     VALUES (sha256($1::text::bytea), 'GBP', 1250)`,
    [person.email],
  );
  expect(await post('/signup-code', { email: person.email })).toBe(200);
  const code = await codeTo(world.mailbox, person.email);
  const joining = await whileImporting(async () => {
    const signUp = post('/email-signup', { ...person, code }).catch(() => undefined);
    await until(async () => (await world.query(waitingProofs)).length > 0);
    await world.cores[0]!.kill();
    return signUp;
  });
  expect(joining).toBeUndefined();
  await world.cores[0]!.restart();
  expect(await accountsOf(person.email)).toBe(0);
  expect(await post('/email-signup', { ...person, code })).toBe(200);
  const claims = await world.query(
    "SELECT t.amount_minor::int AS minor FROM transfers t WHERE t.kind = 'legacy-claim'",
  );
  expect(claims).toEqual([{ minor: 1250 }]);
  expect(await (await Person.signIn(world.url, person)).balance()).toBe(12.5);
});

/** The lock that an import holds at its end, as `LegacyBalancesService` takes it. */
const proofsLock = 7_316_003;
const waitingProofs = `SELECT 1 FROM pg_locks
  WHERE locktype = 'advisory' AND objid = ${proofsLock} AND NOT granted`;

/** Runs `work`, during which a proof of an address waits before its claim. */
async function whileImporting<T>(work: () => Promise<T>): Promise<T> {
  return connected(world.database.url, async (client) => {
    await client.query(`SELECT pg_advisory_lock(${proofsLock})`);
    return work();
  });
}

async function accountsOf(address: string): Promise<number> {
  const rows = await world.query<{ found: number }>(
    `SELECT count(*)::int AS found FROM addresses a JOIN users u ON u.id = a.user_id WHERE a.address = $1`,
    [address],
  );
  const usersWithoutAddress = await world.query(
    'SELECT 1 FROM users WHERE id NOT IN (SELECT user_id FROM addresses)',
  );
  expect(usersWithoutAddress).toEqual([]);
  return rows[0]?.found ?? 0;
}

/** Waits for this page: the previous page, which has a field of the same name, stays until it is loaded. */
function untilTitle(page: Page, title: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name: title }).waitFor();
}

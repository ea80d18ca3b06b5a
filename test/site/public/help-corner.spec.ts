import { afterEach, expect, test } from '@jest/globals';
import { chatFrame, chatFramePolicy } from '@sixpence/core/help/articles/chat-frame';
import { addressesOf, type Page as SitePage, pages } from '@sixpence/contracts/pages';
import type { Page } from 'playwright-core';
import { screenshot } from '../../support/browser/browser.js';
import { listing, thesis } from '../../support/browser/dashboard.js';
import { widthsThatStickOut } from '../../support/browser/reading.js';
import { faultsOf } from '../../support/browser/watched.js';
import {
  addressOf,
  asPerson,
  atEachWidth,
  asVisitor,
  screens,
  siteForTests,
} from '../../support/browser/site.js';

const site = siteForTests();
const withoutChatProvider = { 'GET /chat': { body: { provided: false } } };
const phone = screens[0].viewport;

let page: Page;
afterEach(() => site.leave(page));

/** The routes of specification §2 with a chat, and the row of each. */
const addressesWithChat: [address: string, row: number][] = [
  ['/dashboard', 80],
  ['/credits', 81],
  ['/help', 82],
  ['/login', 83],
  ['/signup', 84],
];
const addressesWithoutChat = (pages as readonly SitePage[])
  .flatMap(addressesOf)
  .filter((address) => addressesWithChat.every(([withChat]) => withChat !== address));

test.each(addressesWithChat)(
  '%s has the chat, which shows help without leaving the page [row %i]',
  async (address) => {
    page = await open({ address, answers: { ...answersAt(address), ...withoutChatProvider } });
    await opener().click();
    await page.getByRole('searchbox', { name: 'What is it about?' }).fill('code has expired');
    const answer = corner().getByRole('link', { name: /^I cannot log in at the printer/ });
    await answer.first().waitFor();
    await page.locator('h1').waitFor();
    expect(addressOf(page)).toBe(address);
    expect([await widthsThatStickOut(page), await faultsOf(page)]).toEqual([[], []]);
  },
);

test('no other address has the chat [row 85]', async () => {
  page = await open({ address: '/', answers: asPerson });
  const found: string[] = [];
  for (const address of addressesWithoutChat) {
    await page.goto(new URL(address, page.url()).href);
    await page.getByText(/© \d{4}/).waitFor();
    if ((await corner().count()) > 0) found.push(address);
  }
  expect([found, addressesWithoutChat.length > 20]).toEqual([[], true]);
});

test('inside the app the chat disappears on a route without it, and returns with its route [row 85]', async () => {
  page = await open({
    address: '/login',
    viewport: phone,
    answers: { ...asVisitor, ...withoutChatProvider },
  });
  await opener().click();
  await page.getByRole('searchbox').waitFor();
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.locator('footer').getByRole('link', { name: 'Terms' }).click();
  await page.getByRole('heading', { level: 1, name: 'Terms of Use' }).waitFor();
  expect(await corner().count()).toBe(0);
  await page.goBack();
  await opener().waitFor();
  expect(await page.getByRole('searchbox').count()).toBe(0);
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
});

test('by keyboard alone the help opens with the focus in its field, and Escape returns the focus to the button', async () => {
  page = await open({ address: '/credits', answers: { ...asPerson, ...withoutChatProvider } });
  await opener().focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.matches('aside input[type=search]'));
  await page.keyboard.type('refund');
  await corner()
    .getByRole('status')
    .filter({ hasText: /answers?$/ })
    .waitFor();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.matches('aside button'));
  expect(await page.getByRole('searchbox').isVisible()).toBe(false);
  // The field has kept the typed question.
  await page.keyboard.press('Enter');
  expect(await page.getByRole('searchbox', { name: 'What is it about?' }).inputValue()).toBe('refund');
});

test('the button covers no link at the end of a page', async () => {
  page = await open({ address: '/credits', answers: asPerson });
  await page.getByText('Account:').waitFor();
  await atEachWidth(page, async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const button = (await opener().boundingBox())!;
    const bottoms = await page
      .locator('footer a, footer button')
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().bottom));
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(button.y);
  });
});

test('on a narrow screen the button covers no other control, however far the page is scrolled', async () => {
  const answers = { ...asPerson, 'GET /fetch-documents': { body: listing(thesis) } };
  page = await open({ address: '/dashboard', answers, viewport: phone });
  await page.getByText('thesis.pdf').first().waitFor();
  const covered = await page.evaluate(async (helpSelector) => {
    const found: string[] = [];
    for (let y = 0; y < document.body.scrollHeight; y += 40) {
      window.scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const help = document.querySelector(helpSelector)!.getBoundingClientRect();
      for (const control of document.querySelectorAll(
        'main *:not([class*=bar]) > :is(button, a, input), footer a',
      )) {
        const { left, right, top, bottom, width } = control.getBoundingClientRect();
        const isApart = right <= help.left || left >= help.right || bottom <= help.top || top >= help.bottom;
        const isSeen = width > 2 && control.checkVisibility() && bottom > 0 && top < innerHeight;
        if (isSeen && !isApart)
          found.push(`${control.getAttribute('aria-label') ?? control.textContent} at ${y}`);
      }
    }
    return found;
  }, 'aside[aria-label="Help beside the page"] > button');
  await screenshot(page, 'help-on-a-phone');
  expect(covered).toEqual([]);
  await opener().click();
  await page.getByRole('searchbox', { name: 'What is it about?' }).waitFor();
});

test("if the call for the chat fails, the site's own help shows", async () => {
  page = await open({
    address: '/signup',
    answers: { ...asVisitor, 'GET /chat': 'no-connection' },
  });
  await opener().click();
  await corner().getByRole('link', { name: 'How to get started' }).waitFor();
  expect(await corner().locator('iframe').count()).toBe(0);
});

test('a provider’s chat runs in a sandboxed frame, cannot read the page, and disappears with the route [row 85]', async () => {
  const chatPage = 'https://chat.example.com/widget?house=1';
  page = await open({
    address: '/login',
    answers: { ...asVisitor, 'GET /chat': { body: { provided: true } } },
    prepare: async (window) => {
      await window.route('**/chat-frame', (route) =>
        route.fulfill({
          contentType: 'text/html',
          headers: { 'content-security-policy': chatFramePolicy(chatPage) },
          body: chatFrame(chatPage),
        }),
      );
      await window.route('https://chat.example.com/**', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<p></p><script>(${tryToEscape.toString()})()</script>`,
        }),
      );
    },
  });
  await opener().click();
  const chat = page.frameLocator('iframe[title=Chat]').frameLocator('iframe');
  await chat.getByText('result').waitFor();
  expect(await chat.getByText('result').textContent()).toBe(
    'result: storage, no cookies, no page access, no navigation',
  );
  expect(addressOf(page)).toBe('/login');
  await page.locator('footer').getByRole('link', { name: 'Terms' }).click();
  await page.getByRole('heading', { level: 1, name: 'Terms of Use' }).waitFor();
  expect(page.frames().length).toBe(1);
});

/** Runs in the provider's page: tries to read the site, and to navigate its tab. */
function tryToEscape() {
  const results = ['no storage', 'no cookies', 'no page access', 'no navigation'];
  try {
    localStorage.setItem('visitor', '1');
    results[0] = 'storage';
  } catch {
    // A frame without an origin of its own cannot store anything.
  }
  if (document.cookie !== '') results[1] = document.cookie;
  try {
    results[2] = String(window.top?.document.title);
  } catch {
    // The page is of another origin.
  }
  try {
    window.top!.location.href = 'https://chat.example.com/away';
    results[3] = 'navigation';
  } catch {
    // The sandbox refuses.
  }
  document.querySelector('p')!.textContent = `result: ${results.join(', ')}`;
}

/** Opens a page, and waits until its script handles clicks. */
async function open(visit: Parameters<typeof site.open>[0]): Promise<Page> {
  const opened = await site.open(visit);
  await opened.getByText(/© \d{4}/).waitFor();
  return opened;
}

function corner() {
  return page.getByRole('complementary', { name: 'Help beside the page' });
}

function opener() {
  return corner().getByRole('button', { name: /^(Need help\?|Close help)$/ });
}

function answersAt(address: string) {
  return ['/login', '/signup'].includes(address) ? asVisitor : asPerson;
}

test('on a long page the help never covers the element with the keyboard focus', async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({
    ...thesis,
    orderId: `0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c${index + 10}`,
    fileName: `${index}.pdf`,
  }));
  const answers = { ...asPerson, ...withoutChatProvider, 'GET /fetch-documents': { body: listing(...many) } };
  page = await open({ address: '/dashboard', answers, viewport: phone });
  await page.getByText('11.pdf').first().waitFor();
  const covered: string[] = [];
  for (let label = ''; !label.startsWith('Need help');) {
    await page.keyboard.press('Tab');
    const [focusedLabel, isCovered] = await page.evaluate(() => {
      const focused = document.activeElement;
      const { x, y, width, height } = focused?.getBoundingClientRect() ?? new DOMRect();
      const topElement = document
        .elementFromPoint(x + width / 2, y + height / 2)
        ?.closest('aside, [class*="bar"]');
      return [
        focused?.getAttribute('aria-label') ?? focused?.textContent ?? '',
        topElement instanceof Element && !topElement.contains(focused),
      ] as [string, boolean];
    });
    label = focusedLabel;
    if (isCovered) covered.push(label);
  }
  expect(covered).toEqual([]);
});

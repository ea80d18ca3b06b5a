import { describe, expect, test } from '@jest/globals';
import type { Locator, Page, Route } from 'playwright-core';
import { asPerson, asVisitor, expectToFit, screens, siteForTests } from '../../support/browser/site.js';
import type { Answer, Answers } from '../../support/browser/site-server.js';

const site = siteForTests();

/** Specification §5, in its order. */
const countries = [
  ...['United Kingdom', 'Germany', 'France', 'Italy', 'Spain', 'Poland', 'Netherlands', 'Belgium', 'Estonia'],
  ...['Sweden', 'Austria', 'Denmark', 'Other'],
];
const productSheets = ['Retail', 'Student accommodation', 'Residential', 'Hospitality'];

/** Both forms as visitors see them. `body` has the names of the fields in the call. */
const forms = {
  contact: {
    address: '/',
    opener: 'Contact Us',
    title: 'Contact Us',
    call: '/contact',
    send: 'Send message',
    sent: 'Message sent successfully!',
    typed: {
      'First name': ' Anna ',
      'Last name': 'Smith',
      'E-mail': 'anna@example.com',
      Country: 'Estonia',
      Comment: 'Hello\nyou',
    },
    body: {
      firstName: 'Anna',
      lastName: 'Smith',
      email: 'anna@example.com',
      country: 'Estonia',
      comment: 'Hello\nyou',
      detectedCountry: 'GB',
      detectedCity: 'Leeds',
    },
  },
  brochure: {
    address: '/solutions',
    opener: 'Brochure',
    title: 'Request brochure',
    call: '/brochure-request',
    send: 'Request brochure',
    sent: 'Brochure request sent successfully!',
    typed: {
      'First name': 'Anna',
      'Last name': 'Smith',
      'E-mail': 'anna@example.com',
      Company: 'Hotel Smith',
      Country: 'Other',
      'Product sheet': 'Hospitality',
    },
    body: {
      firstName: 'Anna',
      lastName: 'Smith',
      email: 'anna@example.com',
      company: 'Hotel Smith',
      country: 'Other',
      productSheet: 'Hospitality',
      additionalInfo: '',
    },
  },
} as const;
type Form = (typeof forms)[keyof typeof forms];

const answersFor = ({ call }: Form, answer: Answer): Answers => ({
  ...asVisitor,
  'GET /get-user-location': { body: { country_code: 'GB', city: 'Leeds' } },
  [`POST ${call}`]: answer,
});

async function openPopup(page: Page, { opener, title }: Form, name: string = opener): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click();
  const popup = page.getByRole('dialog', { name: title });
  await popup.getByLabel('First name').waitFor();
  return popup;
}

async function fill(popup: Locator, typed: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await fillOne(popup, label, text);
}

async function fillOne(popup: Locator, label: string, text: string): Promise<void> {
  const field = popup.getByLabel(label, { exact: true });
  const isChoice = label === 'Country' || label === 'Product sheet';
  if (isChoice) await field.selectOption(text);
  else await field.fill(text);
}

const sendButton = (popup: Locator, { send }: Form) => popup.getByRole('button', { name: send, exact: true });

async function expectRefusal(popup: Locator, form: Form, sentence: string, label?: string): Promise<void> {
  await sendButton(popup, form).click();
  await popup.getByRole('alert').waitFor();
  expect(await popup.getByRole('alert').allTextContents()).toEqual([sentence]);
  if (label === undefined) return;
  const field = popup.getByLabel(label, { exact: true });
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** The texts of the options. */
const optionsOf = (popup: Locator, label: string) =>
  popup.getByLabel(label, { exact: true }).getByRole('option').allTextContents();

describe.each(screens)('on $screen', ({ viewport }) => {
  test('the contact form names missing fields, and sends seven fields [rows 30, 67, 190, 205, 300, 307–311, 319, 425, 471]', async () => {
    const form = forms.contact;
    const page = await site.open({
      address: form.address,
      viewport,
      answers: answersFor(form, { body: {} }),
    });
    const bodies = bodiesTo(page, form);
    const popup = await openPopup(page, form);
    await expectToFit(page);
    expect(await popup.getByRole('textbox').count()).toBe(4);
    expect(await popup.getByRole('combobox').count()).toBe(1);
    expect(await optionsOf(popup, 'Country')).toEqual(countries);
    await expectEveryFieldRequired(popup, form);
    await sendButton(popup, form).click();
    await popup.getByText(form.sent).waitFor();
    expect(await popup.getByRole('status').textContent()).toBe(form.sent);
    expect(bodies).toEqual([form.body]);
    await page.keyboard.press('Enter');
    await popup.waitFor({ state: 'hidden' });
    await site.leave(page);
  });

  test('the brochure form names missing fields, and sends seven fields [rows 68, 191, 206, 207, 301, 312–318, 320, 426, 471]', async () => {
    const form = forms.brochure;
    const page = await site.open({
      address: form.address,
      viewport,
      answers: answersFor(form, { body: {} }),
    });
    const bodies = bodiesTo(page, form);
    const popup = await openPopup(page, form);
    await expectToFit(page);
    expect(await popup.getByRole('textbox').count()).toBe(5);
    expect(await popup.getByRole('combobox').count()).toBe(2);
    expect(await optionsOf(popup, 'Country')).toEqual(countries);
    expect(await optionsOf(popup, 'Product sheet')).toEqual(productSheets);
    await expectEveryFieldRequired(popup, form);
    // A prompt that the visitor has not changed is not sent.
    const info = popup.getByLabel('Additional information');
    expect(await info.inputValue()).toMatch(/what would you like to know/);
    await sendButton(popup, form).click();
    await popup.getByText(form.sent).waitFor();
    expect(bodies).toEqual([form.body]);

    // After a success the popup opens with empty fields; the prompt disappears when its field gets the focus.
    await popup.getByRole('button', { name: 'Close' }).click();
    await openPopup(page, form);
    await info.focus();
    expect(await info.inputValue()).toBe('');
    await info.fill('Two lobbies');
    await page.keyboard.press('Escape');
    await openPopup(page, form);
    expect(await info.inputValue()).toBe('Two lobbies');
    await fill(popup, form.typed);
    await sendButton(popup, form).click();
    await popup.getByText(form.sent).waitFor();
    expect(bodies[1]).toEqual({ ...form.body, additionalInfo: 'Two lobbies' });
    await site.leave(page);
  });
});

test('a popup holds the focus, closes by Escape, and keeps the typed text', async () => {
  const form = forms.contact;
  const page = await site.open({ address: form.address, answers: answersFor(form, { body: {} }) });
  const popup = await openPopup(page, form);
  const bodies = bodiesTo(page, form);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name') ?? '');
  expect(await focused()).toBe('firstName');
  await page.keyboard.type('Anna');
  const focusedNames: string[] = [];
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    focusedNames.push(await focused());
    const isOutside = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
    );
    expect(isOutside).toBe(false);
  }
  expect(focusedNames).toEqual(expect.arrayContaining(['lastName', 'email', 'country', 'comment']));
  expect(focusedNames).not.toContain('reference');
  await page.keyboard.press('Escape');
  await popup.waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Contact Us');
  await openPopup(page, form);
  expect(await popup.getByLabel('First name').inputValue()).toBe('Anna');

  // A value in the hidden field is sent: core recognises programs by it.
  await fill(popup, form.typed);
  await popup.locator('input[name=reference]').evaluate((field: HTMLInputElement) => {
    field.value = 'https://spam.example';
  });
  await sendButton(popup, form).click();
  await popup.getByText(form.sent).waitFor();
  expect(bodies[0]).toEqual({ ...form.body, reference: 'https://spam.example' });
  await site.leave(page);
});

const failures: readonly ((route: Route) => Promise<void>)[] = [
  (route) => route.fulfill({ status: 500 }),
  // A 202 is not a success.
  (route) => route.fulfill({ status: 202, json: {} }),
  (route) => route.fulfill({ status: 429, json: { code: 'request.too-many', message: 'Too many' } }),
  (route) => route.abort(),
];

test.each(Object.values(forms))(
  'after any failure $title shows one sentence, and keeps the typed text [row 427]',
  async (form) => {
    const page = await site.open({ address: form.address, answers: answersFor(form, {}) });
    const popup = await openPopup(page, form);
    await fill(popup, form.typed);
    for (const fail of failures) {
      await page.route(`**${form.call}`, fail, { times: 1 });
      await expectRefusal(popup, form, 'An error occurred. Please try again later.');
      await popup.getByText(/is still here/).waitFor();
      expect(await popup.getByLabel('Last name').inputValue()).toBe('Smith');
      expect(await sendButton(popup, form).isEnabled()).toBe(true);
      // The notice disappears when the visitor types.
      await fillOne(popup, 'Last name', 'Smit');
      await popup.getByRole('alert').waitFor({ state: 'hidden' });
      await fillOne(popup, 'Last name', 'Smith');
    }
    await site.leave(page);
  },
);

test('a pending form is sent once; an unknown location is sent as empty fields', async () => {
  const form = forms.contact;
  const answers = { ...answersFor(form, { body: {} }), 'GET /get-user-location': { status: 500 } };
  const page = await site.open({ address: form.address, answers });
  let answer: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**${form.call}`, async (route) => {
    await released;
    await route.continue();
  });
  const bodies = bodiesTo(page, form);
  const popup = await openPopup(page, form);
  await fill(popup, form.typed);
  await sendButton(popup, form).click();
  await popup.locator('button[data-loading]').waitFor();
  await popup.getByLabel('First name').press('Enter');
  answer();
  await popup.getByText(form.sent).waitFor();
  expect(bodies).toEqual([{ ...form.body, detectedCountry: '', detectedCity: '' }]);
  await site.leave(page);
});

test('a signed-in person can open the contact form, and download the user guide [rows 72, 73, 408]', async () => {
  const page = await site.open({ address: '/dashboard', answers: asPerson });
  await page.getByText('Account: demo@example.com').waitFor();
  const popup = await openPopup(page, forms.contact, 'Contact');
  expect(await popup.getByLabel('E-mail').inputValue()).toBe('demo@example.com');
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await popup.waitFor({ state: 'hidden' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'How to', exact: true }).click(),
  ]);
  expect(new URL(download.url()).pathname).toBe('/sixpence-user-guide.pdf');
  expect(download.suggestedFilename()).toBe('sixpence-user-guide.pdf');
  const bytes = Buffer.concat(await (await download.createReadStream()).toArray());
  expect(bytes.subarray(0, 4).toString()).toBe('%PDF');
  await site.leave(page);
});

/** Expects that the form reports each empty required field first, and then malformed addresses. */
async function expectEveryFieldRequired(popup: Locator, form: Form): Promise<void> {
  await expectRefusal(popup, form, 'All fields are required.', 'First name');
  const entries = Object.entries<string>(form.typed);
  await fill(popup, { ...form.typed, 'E-mail': 'anna@example' });
  for (const [label, text] of entries) {
    const field = popup.getByLabel(label, { exact: true });
    await (label === 'Country' || label === 'Product sheet' ? chooseNothing(field) : field.fill('  '));
    await expectRefusal(popup, form, 'All fields are required.', label);
    await popup.getByText(`Still empty: ${label}.`).waitFor();
    await fillOne(popup, label, label === 'E-mail' ? 'anna@example' : text);
  }
  for (const malformed of ['anna', 'anna@example', 'anna@example.c', 'anna smith@example.com']) {
    await fillOne(popup, 'E-mail', malformed);
    await expectRefusal(popup, form, 'Invalid email format.', 'E-mail');
  }
  await fillOne(popup, 'E-mail', form.typed['E-mail']);
  expect(await popup.getByRole('alert').count()).toBe(0);
}

async function chooseNothing(field: Locator): Promise<void> {
  await field.evaluate((select: HTMLSelectElement) => {
    select.value = '';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

/** Collects the bodies of this form's calls to core. */
function bodiesTo(page: Page, { call }: Form): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === call)
      bodies.push(request.postDataJSON());
  });
  return bodies;
}

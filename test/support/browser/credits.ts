import type { MyWalletsAnswer } from '@sixpence/contracts/http/payments';
import type { StatementAnswer, StatementEntry } from '@sixpence/contracts/http/statement';
import type { Locator, Page } from 'playwright-core';
import { asPerson, screens, type Site } from './site.js';
import type { Answers } from './site-server.js';
import { scriptUrl, serveStripe } from '../peers/stripe-script.js';

/** A wallet with £10.00, without holds, refundable payments, or refunds. */
export const plainWallets: MyWalletsAnswer = {
  wallets: [
    {
      available: { minor: 1000, currency: 'GBP' },
      setAside: [],
      refundable: { minor: 0, currency: 'GBP' },
      refundableOf: [],
    },
  ],
  underWay: [],
  refunds: [],
  topUps: 'open',
};

/** A wallet with reserved and pending amounts, and a second wallet in euros. */
export const busyWallets: MyWalletsAnswer = {
  wallets: [
    {
      available: { minor: 1000, currency: 'GBP' },
      setAside: [
        {
          jobId: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70',
          fileName: 'thesis.pdf',
          held: { minor: 60, currency: 'GBP' },
        },
      ],
      refundable: { minor: 440, currency: 'GBP' },
      refundableOf: [
        {
          paymentId: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c72',
          amount: { minor: 440, currency: 'GBP' },
          card: 'Visa, card ending in 4242',
          paidAt: '2026-11-21T10:00:00.000Z',
        },
      ],
    },
    {
      available: { minor: 300, currency: 'EUR' },
      setAside: [],
      refundable: { minor: 0, currency: 'EUR' },
      refundableOf: [],
    },
  ],
  underWay: [
    {
      id: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c71',
      amount: { minor: 500, currency: 'GBP' },
      createdAt: '2026-11-22T10:00:00.000Z',
    },
  ],
  refunds: [],
  topUps: 'open',
};
/** A user in Britain with £10.00, who printed 3 pages and 2 in colour this month. */
export const asPayer: Answers = {
  ...asPerson,
  'GET /get-user-location': { body: { country_code: 'GB', city: '' } },
  'GET /monthly-pages': { body: { monoPages: 3, colorPages: 2 } },
  'GET /my-wallets': { body: plainWallets },
  'GET /payment-config': { body: { publishableKey: 'pk_test_1', scriptUrl } },
  'POST /stripe-payment-intent': { body: { clientSecret: 'pi_1_secret_1' } },
  'POST /stripe-validate-payment': { body: { status: 'success', found: true } },
  'POST /user-account-statement': { body: { orders: [] } },
};

/** The credits page of a user, with the provider's script in place. */
export async function openCredits(
  site: Pick<Site, 'open'>,
  options: {
    answers?: Answers;
    viewport?: (typeof screens)[number]['viewport'];
    address?: string;
    prepare?: (page: Page) => Promise<unknown>;
  } = {},
): Promise<Page> {
  const { answers = {}, viewport = screens[1].viewport, address = '/credits', prepare } = options;
  const page = await site.open({
    address,
    viewport,
    answers: { ...asPayer, ...answers },
    prepare: async (window) => {
      await serveStripe(window);
      await prepare?.(window);
    },
  });
  await page.getByRole('heading', { name: 'Credits', level: 1 }).waitFor();
  return page;
}

/** Chooses an amount and types a card, without pressing PAY. */
export async function fillIn(page: Page, { amount = '5', card = '4242' } = {}): Promise<void> {
  await page.getByLabel('Top-up amount').selectOption(amount);
  await page.getByLabel('Card number').fill(card);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
}

export function payButton(page: Page) {
  return page.getByRole('button', { name: /^PAY/ });
}

/** The text of the element with the keyboard focus. */
export function focusedText(page: Page): Promise<string> {
  return page.evaluate(() =>
    document.activeElement === document.body ? 'nothing' : (document.activeElement?.textContent ?? ''),
  );
}

/** Whether an element can be read without scrolling. */
export function isInView(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
}

/** Collects the bodies of a call from now on. */
export function sentTo(page: Page, path: string): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) bodies.push(request.postDataJSON());
  });
  return bodies;
}

/** The amount beside a name, such as `Credits available`. */
export async function amountOf(page: Page, name: string): Promise<string> {
  const row = page.locator('dl > div, dl').filter({ has: page.locator('dt', { hasText: name }) });
  return (await row.last().locator('dd').textContent()) ?? '';
}

/** Rows of a statement, newest first. */
export const someEntries: StatementEntry[] = [
  {
    id: '1',
    type: 'Print',
    fileName: 'thesis.pdf',
    totalPages: 3,
    colorPages: 1,
    amount: -0.3,
    timeStamp: '2026-11-22T10:00:00.000Z',
    cameBack: { pages: 1, amount: 0.05 },
  },
  {
    id: '2',
    type: 'TopUp',
    fileName: 'Top-up by card ending in 4242',
    totalPages: 0,
    amount: 5,
    timeStamp: '2026-11-21T10:00:00.000Z',
    receipt: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70',
  },
  {
    id: '3',
    type: 'Admin',
    fileName: 'Opening balance',
    totalPages: 0,
    amount: 10,
    timeStamp: '2026-11-20T10:00:00.000Z',
  },
];

/** The statement call's answer with these rows. */
export function statementOf(...orders: StatementEntry[]): StatementAnswer {
  return { orders };
}

import type { CDPSession, Page } from 'playwright-core';

/** The sessions that answer in place of the network, by window, until `askNetworkAgain`. */
const sessions = new WeakMap<Page, CDPSession[]>();

/**
 * Answers a page's requests to an address, in which `*` matches any text. Playwright's own routes turn the
 * browser's cache off: each visit would load and compile the whole site again, a quarter of its work.
 */
export async function answerInsteadOfNetwork(
  page: Page,
  urlPattern: string,
  { contentType, body }: { contentType: string; body: string },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  sessions.set(page, [...(sessions.get(page) ?? []), session]);
  const answer = {
    responseCode: 200,
    responseHeaders: [{ name: 'content-type', value: contentType }],
    body: Buffer.from(body).toString('base64'),
  };
  session.on('Fetch.requestPaused', ({ requestId }) => {
    // A closed page no longer waits for its answer. A page that waits in vain fails its test.
    session.send('Fetch.fulfillRequest', { requestId, ...answer }).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern }] });
}

/** Sends this window's requests to the network again, as in a new window. */
export async function askNetworkAgain(page: Page): Promise<void> {
  const sessionsOfPage = sessions.get(page) ?? [];
  sessions.delete(page);
  await Promise.all(sessionsOfPage.map((session) => session.detach()));
}

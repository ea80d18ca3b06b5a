import type { CDPSession, Page } from 'playwright-core';

/** What answers in the network's place in a window, until `askNetworkAgain`. */
const sessions = new WeakMap<Page, CDPSession[]>();

/**
 * Answers a page's requests to an address, in which `*` stands for anything. Playwright's own routes turn off the
 * browser's cache: each visit would fetch and compile the whole site again, which is a quarter of its work.
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
    // A page that has gone meanwhile waits for no answer; one that waits in vain fails its test.
    session.send('Fetch.fulfillRequest', { requestId, ...answer }).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern }] });
}

/** What this window asks from now on goes to the network, as in a new one. */
export async function askNetworkAgain(page: Page): Promise<void> {
  const ended = sessions.get(page) ?? [];
  sessions.delete(page);
  await Promise.all(ended.map((session) => session.detach()));
}

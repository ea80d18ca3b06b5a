import { randomUUID, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GatewayLink } from '@sixpence/agent/link/gateway-link';
import { gatewayProof } from '@sixpence/contracts/agent/gateway';
import { pino } from 'pino';
import { PATIENCE_MS } from '../../support/eventually.js';
import { ReleaseWorld } from '../../support/worlds/release.js';

const mostDocuments = 100;
/** The longest allowed name of an upload, in letters of three bytes each. */
const longName = `${'長'.repeat(251)}.pdf`;

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: ReleaseWorld;

beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
});
afterAll(() => after.disposeAsync());

test('a queue full of long names does not break the agent’s connection, and its release is answered', async () => {
  const site = await world.aSite();
  const owner = await world.aPerson('20.00');
  for (let made = 0; made < mostDocuments; made += 1) await world.aDocument(owner);
  await world.database.query('UPDATE documents SET file_name = $2 WHERE owner_id = $1', [owner, longName]);
  const { code } = await world.issue(owner);

  const { id: agentId, privateKey } = site.agent;
  const prove = (nonce: string) =>
    sign(null, Buffer.from(gatewayProof(agentId, nonce)), privateKey).toString('base64');
  const log = pino({ level: 'silent' });
  const link = new GatewayLink({
    coreUrl: world.core.url,
    credentials: { agentId, prove },
    version: 'test',
    log,
  });
  const changes: boolean[] = [];
  link.on('online', (online) => changes.push(online));
  link.start();
  try {
    const printerId = site.printers['hall']!;
    const redeemed = await link.askCore('redeem', { requestId: randomUUID(), printerId, code }, PATIENCE_MS);
    if (redeemed.status !== 'ok') throw new Error(redeemed.message);
    const { panelSessionId, documents } = redeemed.body;
    const chosen = documents.map(({ documentId, revision, side, isColor, price }) => {
      return { documentId, revision, side, isColor, quotedMinor: price.minor };
    });
    const release = { releaseId: randomUUID(), panelSessionId, documents: chosen };
    const released = await link.askCore('release', release, PATIENCE_MS);
    expect(released).toMatchObject({ status: 'ok', body: { available: { minor: 500 } } });
    expect(changes).toEqual([true]);
  } finally {
    link.stop();
  }
});

import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { liveNews, type LiveNews } from '@sixpence/contracts/events/news';
import { WebSocket } from 'ws';
import { expectAllIsWell } from '../support/worlds/invariants.js';
import { Panel } from '../support/browser/panel.js';
import { aPdf } from '../support/documents/pdf.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/worlds/world.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: World;
beforeAll(async () => {
  world = await startWorld({ printers: ['hall'], cores: 2, converters: 2 });
  after.defer(() => world.stop());
  world.printer().control({ pagesPerSecond: 20 });
});
afterAll(() => after.disposeAsync());

test('a user at one core prints at an agent of the other core, and gets live news of the job', async () => {
  const person = await world.signIn(undefined, 1);
  const address = `${world.coreUrl(1).replace('http', 'ws')}/live`;
  const socket = new WebSocket(address, { headers: person.headers() });
  const news: LiveNews[] = [];
  socket.on('message', (bytes: Buffer) => news.push(liveNews.parse(JSON.parse(bytes.toString()))));
  await once(socket, 'open');

  const row = await person.uploadPdf(await aPdf({ pages: 3 }));
  const panel = await Panel.open(world.panelUrl('hall'));
  await panel.logIn(await person.createCode());
  const done = await panel.print([row.orderId]);
  expect(done.captured).toEqual({ minor: 15, currency: 'GBP' });
  panel.close();

  const types = () => new Set(news.map(({ type }) => type));
  await until(() => ['document', 'code-used', 'job', 'balance'].every((type) => types().has(type as never)));
  await until(() => news.some((message) => message.type === 'job' && message.job.state === 'completed'));
  socket.terminate();
  await expectAllIsWell(world);
});

test('documents sent to both cores at once are prepared by both converters, each once', async () => {
  const people = await Promise.all([world.signIn(undefined, 0), world.signIn(undefined, 1)]);
  const pdf = await aPdf({ pages: 4 });
  const ids: string[] = [];
  /** For each converter, whether it has worked on the document. */
  const workedOn = (id: string) => world.converters.map((converter) => converter.log().includes(id));
  // On a slow machine, one converter may get several documents before the other gets one.
  await until(async () => {
    const sent = Array.from({ length: 12 }, (_, index) =>
      people[index % 2]!.sendPdf(pdf, `many-${ids.length + index}.pdf`),
    );
    ids.push(...(await Promise.all(sent)));
    for (const id of ids) expect((await people[0].untilReady(id)).totalPages).toBe(4);
    return world.converters.every((_, index) => ids.some((id) => workedOn(id)[index]));
  });
  for (const id of ids) expect(workedOn(id).filter(Boolean)).toHaveLength(1);
});

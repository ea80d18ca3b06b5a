import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileTypes } from '@sixpence/contracts/file-types';
import { WebSocket } from 'ws';
import {
  asLargeAsItCanBe,
  smallConverter,
  withoutOffice,
  type ConverterProcess,
} from '../../support/worlds/converter-process.js';
import { childrenOf } from '../../support/worlds/process-tree.js';
import { until } from '../../support/until.js';
import { CoreApp } from '../../support/core/core-app.js';
import { Uploads } from '../../support/builders/uploads.js';
import type { Size } from '../figures.js';

/**
 * The pause between two documents, so that the remaining work of one document does not slow the next
 * measurement.
 */
export const restMs = { whole: 1_500, smoke: 0 };

/**
 * Variables of a converter. A smoke run has a small one, and starts LibreOffice only where needed, because
 * that start and those of spare processes take longer than the rest.
 */
export function converterFor(size: Size, needs?: 'office'): Readonly<Record<string, string | undefined>> {
  if (size === 'whole') return asLargeAsItCanBe;
  return needs === 'office' ? smallConverter : { ...smallConverter, ...withoutOffice };
}

/** The pause between two looks for a picture when no news comes. */
const withoutNewsMs = 5_000;

export interface Service {
  core: CoreApp;
  uploads: Uploads;
  /** The session of the user of `uploads`. */
  cookie: string;
  scratch: string;
}

/** @returns the document's id */
export function upload(uploads: Uploads, name: string, bytes: Uint8Array): Promise<string> {
  const extension = name.split('.').at(-1) as keyof typeof fileTypes;
  return uploads.upload(name, fileTypes[extension].mediaTypes[0], bytes);
}

/** Uploads a document and waits until it is *ready*: the file is stored, counted, checked, and drawn. */
export async function untilReady(uploads: Uploads, name: string, bytes: Uint8Array): Promise<void> {
  const orderId = await upload(uploads, name, bytes);
  await untilSettled(uploads, name, orderId);
  await uploads.delete([{ orderId }]);
}

async function untilSettled(uploads: Uploads, name: string, orderId: string): Promise<void> {
  // The call answers when the document is ready or failed, or after 20 s. Like the dashboard, repeats it
  // then.
  let { status } = await uploads.metadata(orderId);
  while (status === undefined) ({ status } = await uploads.metadata(orderId));
  if (status !== 'ready') throw new Error(`${name} did not become ready`);
}

/**
 * Uploads a document and fetches the picture of its first page as the dashboard does: it reads the list after
 * each piece of news, and fetches the picture once its address is there.
 * @returns the milliseconds until the picture has come, and until the document is *ready*
 */
export async function firstTileAndReady(
  { core, uploads, cookie }: Service,
  name: string,
  bytes: Uint8Array,
): Promise<{ firstTileMs: number; readyMs: number }> {
  const live = new WebSocket(`${core.url}/live`, { headers: { cookie, origin: core.config.PUBLIC_URL } });
  await once(live, 'open');
  let heard = 0;
  live.on('message', () => (heard += 1));
  const hasTile = async (orderId: string) => {
    const row = (await uploads.list()).find((each) => each.orderId === orderId);
    const [address] = row?.pagePreviews ?? [];
    if (address === undefined) return false;
    const picture = await core.call('GET', `${address}?size=tile`, { cookie });
    return picture.status === 200 && (await picture.arrayBuffer()).byteLength > 0;
  };
  const begin = performance.now();
  const orderId = await upload(uploads, name, bytes);
  const untilTile = async () => {
    for (;;) {
      const read = heard;
      if (await hasTile(orderId)) return performance.now() - begin;
      // News may have come during the look.
      if (read === heard) await Promise.race([once(live, 'message'), sleep(withoutNewsMs)]);
    }
  };
  const ready = untilSettled(uploads, name, orderId).then(() => performance.now() - begin);
  const [firstTileMs, readyMs] = await Promise.all([untilTile(), ready]);
  live.terminate();
  await uploads.delete([{ orderId }]);
  return { firstTileMs, readyMs };
}

/** Runs `work` with a core and a signed-in user. */
export async function withService<Found>(work: (service: Service) => Promise<Found>): Promise<Found> {
  const scratch = mkdtempSync(join(tmpdir(), 'sixpence-bench-'));
  await using core = await CoreApp.start();
  const { cookie } = await core.signedIn('bench@example.com');
  try {
    return await work({ core, uploads: new Uploads(core, cookie), cookie, scratch });
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/**
 * Waits until no process has started or ended for `quietMs`. By then every spare process is ready, because
 * each starts only when the previous one is ready.
 */
export async function untilSparesAreReady({ child }: ConverterProcess, quietMs: number): Promise<void> {
  if (quietMs === 0) return;
  const processes = () => childrenOf(child.pid!).map(({ pid }) => pid).join(); // oxfmt-ignore
  let seen = '';
  let since = 0;
  await until(async () => {
    await sleep(200);
    const now = processes();
    if (now !== seen) [seen, since] = [now, Date.now()];
    return Date.now() - since > quietMs;
  });
}

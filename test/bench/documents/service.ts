import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileTypes } from '@sixpence/contracts/file-types';
import { asLargeAsItCanBe, withoutOffice } from '../../support/worlds/converter-process.js';
import { CoreApp } from '../../support/core/core-app.js';
import { Uploads } from '../../support/builders/uploads.js';
import type { Size } from '../figures.js';

/**
 * The pause between two documents, so that the remaining work of one document does not slow the next
 * measurement.
 */
export const restMs = { whole: 1_500, smoke: 0 };

/**
 * Variables of a converter. A smoke run starts LibreOffice only where needed, because that start takes longer
 * than the rest.
 */
export function converterFor(size: Size, needs?: 'office'): Readonly<Record<string, string | undefined>> {
  return { ...asLargeAsItCanBe, ...(size === 'smoke' && needs !== 'office' && withoutOffice) };
}

export interface Service {
  core: CoreApp;
  uploads: Uploads;
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
  // The call answers when the document is ready or failed, or after 20 s. Like the dashboard, repeats it
  // then.
  let { status } = await uploads.metadata(orderId);
  while (status === undefined) ({ status } = await uploads.metadata(orderId));
  if (status !== 'ready') throw new Error(`${name} did not become ready`);
  await uploads.delete([{ orderId }]);
}

/** Runs `work` with a core and a signed-in user. */
export async function withService<Found>(work: (service: Service) => Promise<Found>): Promise<Found> {
  const scratch = mkdtempSync(join(tmpdir(), 'sixpence-bench-'));
  await using core = await CoreApp.start();
  const { cookie } = await core.signedIn('bench@example.com');
  try {
    return await work({ core, uploads: new Uploads(core, cookie), scratch });
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

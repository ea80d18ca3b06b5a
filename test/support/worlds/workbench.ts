import { existsSync, mkdtempSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { fileTypes } from '@sixpence/contracts/file-types';
import { ConversionsService } from '@sixpence/core/documents/preparation/conversions.service';
import { ConverterProcess } from './converter-process.js';
import { CoreApp } from '../core/core-app.js';
import { childrenOf } from './process-tree.js';
import { Uploads } from '../builders/uploads.js';

/**
 * How long a document may wait outside its own time limit: for its turn, for a process, for the news of its
 * end.
 */
const slackSeconds = 60;
/** Two processes for new documents, and two LibreOffices: one working, one standing by. */
export const standingBy = 4;

/** Core and one converter for hostile documents, with checks for remains. */
export class Workbench implements AsyncDisposable {
  private constructor(
    readonly core: CoreApp,
    readonly converter: ConverterProcess,
    readonly uploads: Uploads,
    /** A writable folder of the test. It contains the converter's temporary folder. */
    readonly scratch: string,
    private readonly conversionSeconds: number,
  ) {}

  /** `conversionSeconds` is the time limit of a document; by default as in production. */
  static async start({
    conversionSeconds = 60,
    environment = {},
    within = [],
  }: {
    conversionSeconds?: number;
    environment?: Record<string, string>;
    within?: readonly string[];
  } = {}): Promise<Workbench> {
    const scratch = mkdtempSync(join(tmpdir(), 'sixpence-workbench-'));
    const temporary = join(scratch, 'temporary');
    mkdirSync(temporary);
    const core = await CoreApp.start();
    const variables = { CONVERSION_SECONDS: String(conversionSeconds), TMPDIR: temporary, ...environment };
    const converter = await ConverterProcess.start(core, variables, within);
    const uploads = new Uploads(core, (await core.signedIn('anna@example.com')).cookie);
    return new Workbench(core, converter, uploads, scratch, conversionSeconds);
  }

  get pid(): number {
    return this.converter.child.pid!;
  }

  /** Uploads a document of any name. @returns its id */
  upload(name: string, bytes: Uint8Array): Promise<string> {
    const extension = name.split('.').at(-1) as keyof typeof fileTypes;
    return this.uploads.upload(name, fileTypes[extension].mediaTypes[0], bytes);
  }

  /**
   * The document's row at its end.
   * @throws Error when it reaches no end within the converter's time limit
   */
  settled(documentId: string): Promise<DocumentRow> {
    return this.uploads.settled(documentId, (this.conversionSeconds + slackSeconds) * 1_000);
  }

  async convert(name: string, bytes: Uint8Array): Promise<DocumentRow> {
    return this.settled(await this.upload(name, bytes));
  }

  async normalised({ orderId, revision }: DocumentRow): Promise<Buffer> {
    const { stream } = await this.core.app.get(ConversionsService).openNormalised(orderId, revision);
    return Buffer.concat((await stream.toArray()) as Buffer[]);
  }

  /** Remains of the conversions: zombie processes, more processes than stand by, and unused files. */
  remains(): string[] {
    const processes = childrenOf(this.pid);
    const dead = processes.filter(({ state }) => state === 'Z').map(({ pid }) => `process ${pid} is dead`);
    const groups = new Set(processes.map(({ group }) => group));
    const folders = this.fenceFolders();
    const temporary = join(this.scratch, 'temporary');
    return [
      ...dead,
      ...(groups.size > standingBy ? [`${groups.size} groups of processes`] : []),
      ...(folders.length > standingBy ? folders : []),
      ...(existsSync(temporary) ? readdirSync(temporary) : []).filter((name) => !folders.includes(name)),
    ];
  }

  /** Names of the folders, in memory or not, that this converter's fence has now. */
  fenceFolders(): string[] {
    return ['/dev/shm', join(this.scratch, 'temporary')]
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => readdirSync(folder))
      .filter((name) => name.startsWith(`sixpence-fence-${this.pid}-`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.converter.stop();
    await this.core[Symbol.asyncDispose]();
    rmSync(this.scratch, { recursive: true });
  }
}

import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { isFull } from '@sixpence/storage/durable';
import { SealedStore, type DocumentFile, type TakenIn } from '@sixpence/storage/sealed-store';
import { DataSource, type EntityManager } from 'typeorm';
import type { Address } from './address.js';
import { StorageService, unknownFile } from './storage.service.js';

type Bytes = AsyncIterable<Uint8Array>;

/** Takes files in, encrypting while they arrive; nothing counts before the last byte is safely stored. */
@Injectable()
export class ReceivingService {
  constructor(
    private readonly database: DataSource,
    private readonly store: SealedStore,
    private readonly storage: StorageService,
  ) {}

  /**
   * The original from its owner. The first complete one counts; the same bytes again are welcome, others are not.
   * @throws Refusal `storage.unknown`, `storage.differs`, `storage.full`, `document.quota`
   */
  async receiveOriginal(address: Address, file: DocumentFile, bytes: Bytes): Promise<void> {
    const { documentId, revision } = address;
    const before = await this.storage.rows.find(this.database, documentId, revision);
    if (!before) throw unknownFile();
    if (before.state !== 'awaiting-upload') {
      mustEqual(before.digest, await this.store.measure(documentId, bytes));
      return;
    }
    await this.takeIn(file, bytes, async (tx, taken, commit) => {
      const row = await this.storage.rows.lock(tx, documentId, revision);
      if (!row) throw unknownFile();
      if (row.state !== 'awaiting-upload') {
        mustEqual(row.digest, taken);
        return;
      }
      await commit();
      try {
        await this.storage.rows.arrived(tx, documentId, revision, taken);
      } catch (error) {
        // The row is still held, so these are the bytes that were just shown and nobody else's.
        await this.store.remove(file);
        throw error;
      }
    });
  }

  /**
   * A file that a conversion made; refused once the revision is settled, so that what is ready never changes.
   * @throws Refusal `storage.unknown`, `storage.full`
   */
  async receiveConverted(address: Address, file: DocumentFile, bytes: Bytes): Promise<void> {
    const { documentId, revision } = address;
    const before = await this.storage.rows.find(this.database, documentId, revision);
    if (before?.state !== 'uploaded') throw unknownFile();
    await this.takeIn(file, bytes, async (tx, _taken, commit) => {
      const row = await this.storage.rows.lock(tx, documentId, revision);
      if (row?.state !== 'uploaded') throw unknownFile();
      await commit();
    });
  }

  /** Stages the bytes, then has `settle` decide under the row's lock; what it does not commit is discarded. */
  private async takeIn(
    file: DocumentFile,
    bytes: Bytes,
    settle: (tx: EntityManager, taken: TakenIn, commit: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const staged = await this.store.stage(file, bytes).catch(refuseWhenFull);
    if (!staged) throw unknownFile();
    let end = () => staged.discard();
    try {
      await this.database.transaction((tx) =>
        settle(tx, staged, async () => {
          await staged.commit().catch(refuseWhenFull);
          end = () => Promise.resolve();
        }),
      );
    } finally {
      await end();
    }
  }
}

/** @throws Refusal `storage.full`, or what it was given */
function refuseWhenFull(error: unknown): never {
  if (isFull(error)) throw new Refusal('storage.full', 'The storage is full.', 60, { cause: error });
  throw error;
}

function mustEqual(digest: Buffer | null, taken: TakenIn | undefined): void {
  if (!taken) throw unknownFile();
  if (!digest?.equals(taken.digest)) {
    throw new Refusal('storage.differs', 'Another file was already received at this address.');
  }
}

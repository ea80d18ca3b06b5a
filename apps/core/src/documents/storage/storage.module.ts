import { Module } from '@nestjs/common';
import { KeyStore } from '@sixpence/storage/key-store';
import type { ObjectStore } from '@sixpence/storage/object-store';
import { SealedStore } from '@sixpence/storage/sealed-store';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { AddressesService } from './addresses.service.js';
import { makeObjectStore, OBJECT_STORE } from './object-store.provider.js';
import { StorageService } from './storage.service.js';

/**
 * Documents' bytes: encryption, keys, signed addresses. Only this module holds the master key. It has no
 * table and reads no rows of documents: other features open files by document id and name.
 */
@Module({
  imports: [DatabaseModule],
  providers: [
    { provide: OBJECT_STORE, useFactory: makeObjectStore, inject: [CORE_CONFIG] },
    {
      provide: SealedStore,
      useFactory: (objects: ObjectStore, config: CoreConfig) =>
        new SealedStore(objects, new KeyStore(config.KEY_STORE_DIR, config.MASTER_KEY)),
      inject: [OBJECT_STORE, CORE_CONFIG],
    },
    AddressesService,
    StorageService,
  ],
  exports: [AddressesService, StorageService],
})
export class StorageModule {}

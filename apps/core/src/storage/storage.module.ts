import { Module } from '@nestjs/common';
import { KeyStore } from '@sixpence/storage/key-store';
import type { ObjectStore } from '@sixpence/storage/object-store';
import { SealedStore } from '@sixpence/storage/sealed-store';
import { CORE_CONFIG, type CoreConfig } from '../config.js';
import { ConfigModule } from '../config.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { AddressesService } from './addresses.service.js';
import { makeObjectStore, OBJECT_STORE } from './object-store.provider.js';
import { ReceivingService } from './receiving.service.js';
import { StorageController } from './storage.controller.js';
import { StorageService } from './storage.service.js';

/** Documents' bytes: signed addresses, encryption, keys. Only this feature holds the master key. */
@Module({
  imports: [ConfigModule, DatabaseModule],
  controllers: [StorageController],
  providers: [
    { provide: OBJECT_STORE, useFactory: makeObjectStore, inject: [CORE_CONFIG] },
    {
      provide: SealedStore,
      useFactory: (objects: ObjectStore, config: CoreConfig) =>
        new SealedStore(objects, new KeyStore(config.KEY_STORE_DIR, config.MASTER_KEY)),
      inject: [OBJECT_STORE, CORE_CONFIG],
    },
    AddressesService,
    ReceivingService,
    StorageService,
  ],
  exports: [StorageService],
})
export class StorageModule {}

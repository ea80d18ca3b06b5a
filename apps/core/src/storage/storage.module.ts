import { Module } from '@nestjs/common';
import { DiskStore } from '@sixpence/storage/disk-store';
import { KeyStore } from '@sixpence/storage/key-store';
import { SealedStore } from '@sixpence/storage/sealed-store';
import { CORE_CONFIG, type CoreConfig } from '../config.js';
import { ConfigModule } from '../config.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { AddressesService } from './addresses.service.js';
import { ReceivingService } from './receiving.service.js';
import { StorageController } from './storage.controller.js';
import { StorageService } from './storage.service.js';

/** Documents' bytes: signed addresses, encryption, keys. Only this feature holds the master key. */
@Module({
  imports: [ConfigModule, DatabaseModule],
  controllers: [StorageController],
  providers: [
    {
      provide: DiskStore,
      useFactory: (config: CoreConfig) => new DiskStore(config.STORAGE_DIR),
      inject: [CORE_CONFIG],
    },
    {
      provide: SealedStore,
      useFactory: (objects: DiskStore, config: CoreConfig) =>
        new SealedStore(objects, new KeyStore(config.KEY_STORE_DIR, config.MASTER_KEY)),
      inject: [DiskStore, CORE_CONFIG],
    },
    AddressesService,
    ReceivingService,
    StorageService,
  ],
  exports: [StorageService],
})
export class StorageModule {}

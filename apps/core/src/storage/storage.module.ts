import { Module } from '@nestjs/common';
import { StorageService } from './storage.service.js';

/** Documents' bytes: signed addresses, encryption, keys. Only this feature holds the master key. */
@Module({ providers: [StorageService], exports: [StorageService] })
export class StorageModule {}

import { Module, type OnModuleInit } from '@nestjs/common';
import { StorageModule } from './storage.module.js';
import { StorageService } from './storage.service.js';

/**
 * Creates the folders for documents and keys when core starts. The calls that transfer bytes are in the
 * features that own the documents' rows.
 */
@Module({ imports: [StorageModule] })
export class StorageApiModule implements OnModuleInit {
  constructor(private readonly storage: StorageService) {}

  async onModuleInit(): Promise<void> {
    await this.storage.makeFolders();
  }
}

import { Module, type OnModuleInit } from '@nestjs/common';
import { StorageModule } from './storage.module.js';
import { StorageService } from './storage.service.js';

/**
 * Creates the folders for documents and keys at start. The features that own the rows define the calls for
 * bytes.
 */
@Module({ imports: [StorageModule] })
export class StorageApiModule implements OnModuleInit {
  constructor(private readonly storage: StorageService) {}

  async onModuleInit(): Promise<void> {
    await this.storage.makeFolders();
  }
}

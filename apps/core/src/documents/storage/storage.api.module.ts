import { Module, type OnModuleInit } from '@nestjs/common';
import { StorageModule } from './storage.module.js';
import { StorageService } from './storage.service.js';

/** Makes the folders for documents and keys when the service starts. The calls for bytes belong to those who know the rows. */
@Module({ imports: [StorageModule] })
export class StorageApiModule implements OnModuleInit {
  constructor(private readonly storage: StorageService) {}

  async onModuleInit(): Promise<void> {
    await this.storage.makeFolders();
  }
}

import { Module } from '@nestjs/common';
import { CreditsController } from './credits.controller.js';
import { CreditsModule } from './credits.module.js';

/** The balance over HTTP. */
@Module({ imports: [CreditsModule], controllers: [CreditsController] })
export class CreditsApiModule {}

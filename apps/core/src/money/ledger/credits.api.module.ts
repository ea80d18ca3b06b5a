import { Module } from '@nestjs/common';
import { CreditsController } from './credits.controller.js';
import { CreditsModule } from './credits.module.js';

/** The HTTP calls of the balance. */
@Module({ imports: [CreditsModule], controllers: [CreditsController] })
export class CreditsApiModule {}

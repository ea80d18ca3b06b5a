import { Module } from '@nestjs/common';
import { HelpController } from './help.controller.js';
import { HelpModule } from './help.module.js';

/** The calls of the help. */
@Module({ imports: [HelpModule], controllers: [HelpController] })
export class HelpApiModule {}

import { Module } from '@nestjs/common';
import { HelpController } from './help.controller.js';
import { HelpModule } from './help.module.js';

/** The help, over HTTP. */
@Module({ imports: [HelpModule], controllers: [HelpController] })
export class HelpApiModule {}
